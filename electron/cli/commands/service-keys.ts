/** Opens the store of a service's keys and counts; `serve keys` issues, lists, deactivates and rotates them, even while the service runs. */
import { hostname, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { fail } from '#contract/errors.ts';
import type { IssuedKey, Keys } from '#service/keys.ts';
import type { PostgresOptions } from '#service/store/postgres/store.ts';
import { StoreAway, StoreUnusable, type ListedKey, type Store, type StoredKey } from '#service/store.ts';
import type { PermitLimits } from '#service/upstream/permits.ts';
import { serviceKeysTexts as texts } from '#texts/terminal/serve.ts';
import type { GlobalOptions } from '#electron/cli/arguments/arguments.ts';
import { createAction } from '#electron/cli/arguments/actions.ts';
import type { Action, Context } from '#electron/cli/arguments/command.ts';
import {
  option,
  readOptions,
  refuse,
  resolveDataFolder,
  withForm,
  type Arguments,
  type Option,
  type Options,
  type OptionValues,
} from '#electron/cli/arguments/option-values.ts';
import { DONE } from '#electron/cli/output/failure.ts';
import { alignLeft, alignRight, tabulate, type RowColumn } from '#electron/cli/output/table.ts';

export const storeOptions = { postgres: option.flag, 'postgres-file': option.text };

/** PostgreSQL, with its address in a file or else in the environment; undefined: the data directory, if one is given. */
export type StoreLocation = { readonly addressFile: string | undefined } | undefined;

/** @throws AppFailure `usage` */
export function readStoreLocation(args: Arguments): StoreLocation {
  const storeOptionNames = ['data-dir', ...Object.keys(storeOptions)].filter((name) => args.options.has(name));
  if (storeOptionNames.length > 1) refuse(texts.oneStore);
  const { postgres, postgresFile } = readOptions(args, storeOptions);
  if (postgresFile === undefined) return postgres && { addressFile: undefined };
  return { addressFile: resolve(postgresFile) };
}

/** @returns undefined if no store is named. @throws AppFailure `usage` */
export async function openNamedStore(
  location: StoreLocation,
  { dataDir }: GlobalOptions,
  limits?: Partial<PermitLimits>,
): Promise<Store | undefined> {
  const actor = `${userInfo().username}@${hostname()}`;
  if (location) return refuseUnusable(() => openPostgres(location.addressFile, { actor, limits }));
  if (dataDir === undefined) return undefined;
  const { openSqliteStore } = await import('#service/store/sqlite/store.ts');
  return refuseUnusable(() => openSqliteStore(join(resolveDataFolder(dataDir), 'service.sqlite'), Date.now, actor));
}

/** The driver is loaded only here. */
async function openPostgres(addressFile: string | undefined, options: PostgresOptions): Promise<Store> {
  const { openPostgresStore } = await import('#service/store/postgres/store.ts');
  const { readAddress } = await import('#service/store/postgres/connection.ts');
  return openPostgresStore(addressFile === undefined ? undefined : await readAddress(addressFile), options);
}

/** Explains in a sentence that a store cannot be used or reached. @throws AppFailure */
export async function refuseUnusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof StoreUnusable) return fail({ code: 'usage', detail: fault.message }, fault);
    if (fault instanceof StoreAway) return fail({ code: 'usage', detail: texts.away }, fault);
    throw fault;
  }
}

const MAX_LABEL = 80;
const MAX_GRACE_DAYS = 90;
const MAX_EXPIRY_DAYS = 3_650;
const DEFAULT_GRACE = '24h';

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30m`, `24h`, `7d`: in milliseconds. */
function createDurationOption(maxDays: number): Option<number> {
  return (text, name) => {
    const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
    const milliseconds = Number(count) * (unitMs[unit] ?? Number.NaN);
    return milliseconds <= maxDays * 86_400_000 ? milliseconds : refuse(texts.time(name, maxDays));
  };
}

const keyLabel: Option<string> = (text, name) =>
  text.length > MAX_LABEL || /\p{Cc}/u.test(text) ? refuse(texts.label(name, MAX_LABEL)) : text;

const expires = createDurationOption(MAX_EXPIRY_DAYS);
const issueOptions = { label: keyLabel, owner: keyLabel, 'daily-quota': option.wholeNumber(1), expires };
const grace = withForm(createDurationOption(MAX_GRACE_DAYS), { standard: DEFAULT_GRACE });
const rotateOptions = { grace, expires };

type Work = (keys: Keys, context: Context, store: Store) => Promise<void>;

/** Each action takes its own options, and those that name the store. */
function createKeyAction<Known extends Options>(
  options: Known,
  prepare: (values: OptionValues<Known>, words: readonly string[]) => Work,
  words = 0,
): Action {
  return createAction(
    { ...options, ...storeOptions },
    (_, given, args) => {
      const work = prepare(readOptions(args, options), given);
      const location = readStoreLocation(args);
      return async (context) => {
        const store = (await openNamedStore(location, context.options)) ?? refuse(texts.noStore);
        try {
          await refuseUnusable(async () => {
            const { openKeys } = await import('#service/keys.ts');
            const keys = await openKeys(store, Date.now);
            await work(keys, context, store).finally(() => keys.close());
          });
          return DONE;
        } finally {
          await store.close();
        }
      };
    },
    // A misplaced word may be a key, so it is not repeated.
    { words, extraWord: () => texts.action },
  );
}

export const keyActions: Readonly<Record<string, Action>> = {
  keys: createKeyAction({}, () => refuse(texts.action)),
  'keys issue': createKeyAction(issueOptions, ({ expires: lifetime, ...input }) => async (keys, context) => {
    const validity = lifetime === undefined ? {} : { validUntil: Date.now() + lifetime };
    await printKey(await keys.issue({ label: '', owner: '', ...input, ...validity }), context);
  }),
  'keys list': createKeyAction({}, () => async (keys, { print }) => {
    const storedKeys = await keys.list();
    const now = Date.now();
    const documents = storedKeys.map((key) => ({ ...toDocument(key, now), ...describeUse(key) }));
    await print({ keys: documents }, () =>
      storedKeys.length === 0 ? [texts.none] : tabulate(storedKeys, listColumns(now)),
    );
  }),
  'keys trail': createKeyAction({}, () => printTrail),
  'keys deactivate': createKeyAction(
    {},
    (_, [word]) => {
      const id = readId(word);
      return async (keys, { print }) => {
        if (!(await keys.deactivate(id))) refuse(texts.unknownId(id));
        await print({ id, state: 'deactivated' }, () => [texts.deactivated(id)]);
      };
    },
    1,
  ),
  'keys rotate': createKeyAction(
    rotateOptions,
    ({ grace: overlap = grace(DEFAULT_GRACE, '--grace'), expires: lifetime }, [word]) => {
      const id = readId(word);
      return async (keys, context) => {
        const until = formatTime(Date.now() + overlap);
        const issued = await keys.rotate(id, overlap, lifetime === undefined ? undefined : Date.now() + lifetime);
        if (!issued) {
          const isKnown = (await keys.list()).some((key) => key.id === id);
          return refuse(isKnown ? texts.notActive(id) : texts.unknownId(id));
        }
        await printKey(issued, context);
        context.terminal.say(texts.rotated(id, until));
      };
    },
    1,
  ),
  'keys quota': createKeyAction(
    {},
    (_, [word, quotaText = '']) => {
      const id = readId(word);
      const dailyQuota = /^[1-9]\d{0,14}$/.test(quotaText) ? Number(quotaText) : null;
      if (dailyQuota === null && quotaText !== 'default') refuse(texts.quota);
      return async (keys, { print }) => {
        if (!(await keys.setQuota(id, dailyQuota ?? undefined))) refuse(texts.unknownId(id));
        await print({ id, dailyQuota }, () => [texts.quotaSet(id, dailyQuota)]);
      };
    },
    2,
  ),
};

/** Prints what was done to keys, the oldest first; as JSON for archives. */
async function printTrail(_keys: Keys, { print }: Context, store: Store): Promise<void> {
  const entries = (await store.readTrail()).map(({ at, validUntil, ...entry }) => ({
    at: formatTime(at),
    ...entry,
    ...(validUntil === undefined ? {} : { validUntil: formatTime(validUntil) }),
  }));
  await print({ trail: entries }, () =>
    entries.map(({ at, actor, action, key, label: name }) => `${at}  ${actor}  ${action}  ${key}  ${name}`.trimEnd()),
  );
}

/** Only the key is the result; messages about it go to standard error. */
async function printKey(issued: IssuedKey, { print, terminal }: Context): Promise<void> {
  await print({ ...toDocument(issued, Date.now()), key: issued.key }, () => [issued.key]);
  terminal.say(texts.issued(issued.id, issued.label));
}

const readId = (word = ''): number => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : refuse(texts.badId));

const { heads } = texts;

const listColumns = (now: number): RowColumn<ListedKey>[] => [
  alignRight(heads.id, ({ id }) => String(id)),
  alignLeft(heads.label, ({ label }) => label),
  alignLeft(heads.owner, ({ owner }) => owner),
  alignLeft(heads.last, ({ lastCharacters }) => lastCharacters ?? texts.unknown),
  alignLeft(heads.state, (key) => describeState(key, now)),
  alignLeft(heads.created, ({ createdAt }) => formatTime(createdAt)),
  alignLeft(heads.used, ({ lastUsedAt: at }) => (at === undefined ? texts.never : formatTime(at))),
  alignRight(heads.today, ({ usedToday }) => String(usedToday)),
  alignRight(heads.quota, ({ dailyQuota: quota }) => (quota === undefined ? texts.standard : String(quota))),
];

function describeState({ deactivatedAt, validUntil }: StoredKey, now: number): string {
  if (deactivatedAt !== undefined) return texts.states.deactivated(formatTime(deactivatedAt));
  if (validUntil === undefined) return texts.states.valid;
  return (validUntil > now ? texts.states.until : texts.states.ended)(formatTime(validUntil));
}

/** The JSON document has everything about a key but its digest. */
function toDocument(
  { id, account, label, owner, lastCharacters, createdAt, dailyQuota, ...key }: StoredKey,
  now: number,
) {
  const { deactivatedAt, validUntil } = key;
  const ended = validUntil !== undefined && validUntil <= now;
  return {
    id,
    account,
    label,
    owner,
    lastCharacters: lastCharacters ?? null,
    state: deactivatedAt !== undefined ? 'deactivated' : ended ? 'ended' : 'valid',
    createdAt: formatTime(createdAt),
    deactivatedAt: deactivatedAt === undefined ? null : formatTime(deactivatedAt),
    validUntil: validUntil === undefined ? null : formatTime(validUntil),
    dailyQuota: dailyQuota ?? null,
  };
}

function describeUse({ lastUsedAt, usedToday }: ListedKey) {
  return { lastUsedAt: lastUsedAt === undefined ? null : formatTime(lastUsedAt), usedToday };
}

function formatTime(time: number): string {
  return new Date(time).toISOString();
}
