/** `serve keys`: issues, lists, deactivates and rotates the keys of a service, also while it runs. */
import type { IssuedKey, Keys } from '../../../../service/keys.ts';
import type { ListedKey, StoredKey } from '../../../../service/store/store.ts';
import { usage } from '#texts/terminal/cli.ts';
import { serviceKeysTexts as texts } from '#texts/terminal/service-keys.ts';
import type { Arguments } from '../../arguments/arguments.ts';
import type { Context, Work } from '../../arguments/command.ts';
import { refuse, text, wholeNumber } from '../../arguments/option-values.ts';
import { DONE } from '../../output/exit-codes.ts';
import { table } from '../../output/table.ts';
import { openNamedStore, readStorePlace, sayUnfit } from './store.ts';

const NAME = 'serve keys';
const MOST_LABEL = 80;
const MOST_GRACE_DAYS = 90;
const STANDARD_GRACE = '24h';

export const keyOptions = { label: 'text', grace: 'text' } as const;

/** What an action does with the open keys. */
type Action = (keys: Keys, context: Context) => Promise<void>;

/** Each with the options it takes beside those that name the store. */
const actions: Readonly<Record<string, { options: readonly string[]; read: (args: Arguments) => Action }>> = {
  issue: { options: ['label', 'daily-quota'], read: issue },
  list: { options: [], read: list },
  deactivate: { options: [], read: deactivate },
  rotate: { options: ['grace'], read: rotate },
  quota: { options: [], read: quota },
};

/** @param args what follows `serve`, `keys` among it. @param ownOptions those of `serve` that do not name the store */
export function prepareKeys({ positionals, options }: Arguments, ownOptions: readonly string[]): Work {
  const [, name = '', ...rest] = positionals;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) return refuse(texts.action);
  const foreign = ownOptions.find((option) => options.has(option) && !action.options.includes(option));
  if (foreign !== undefined) return refuse(usage.foreignOption(`--${foreign}`, `${NAME} ${name}`));
  const work = action.read({ positionals: rest, options });
  const place = readStorePlace({ positionals: rest, options });
  return async (context) => {
    const store = (await openNamedStore(place, context.options)) ?? refuse(texts.noStore);
    try {
      await sayUnfit(async () => {
        const { openKeys } = await import('../../../../service/keys.ts');
        const keys = await openKeys(store, Date.now);
        await work(keys, context).finally(() => keys.close());
      });
      return DONE;
    } finally {
      await store.close();
    }
  };
}

function issue(args: Arguments): Action {
  take(args, 0);
  const label = text(args, 'label') ?? '';
  if (label.length > MOST_LABEL || /\p{Cc}/u.test(label)) refuse(texts.label(MOST_LABEL));
  const dailyQuota = wholeNumber(args, 'daily-quota', 1);
  return async (keys, context) =>
    show(await keys.issue({ label, ...(dailyQuota === undefined ? {} : { dailyQuota }) }), context);
}

function list(args: Arguments): Action {
  take(args, 0);
  return async (keys, { print }) => {
    const listed = await keys.list();
    const now = Date.now();
    const lines = () =>
      listed.length === 0
        ? [texts.none]
        : table(
            columns,
            listed.map((key) => toCells(key, now)),
          );
    await print({ keys: listed.map((key) => ({ ...toDocument(key, now), ...toUse(key) })) }, lines);
  };
}

function deactivate(args: Arguments): Action {
  const id = readId(args, 1);
  return async (keys, { print }) => {
    if (!(await keys.deactivate(id))) refuse(texts.unknownId(id));
    await print({ id, state: 'deactivated' }, () => [texts.deactivated(id)]);
  };
}

function rotate(args: Arguments): Action {
  const id = readId(args, 1);
  const graceMs = readGrace(text(args, 'grace') ?? STANDARD_GRACE);
  return async (keys, context) => {
    const until = new Date(Date.now() + graceMs).toISOString();
    const issued = await keys.rotate(id, graceMs);
    if (!issued) {
      const known = (await keys.list()).some((key) => key.id === id);
      return refuse(known ? texts.notActive(id) : texts.unknownId(id));
    }
    await show(issued, context);
    context.terminal.say(texts.rotated(id, until));
  };
}

function quota(args: Arguments): Action {
  const id = readId(args, 2);
  const given = args.positionals[1] ?? '';
  const dailyQuota = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
  if (dailyQuota === null && given !== 'default') refuse(texts.quota);
  return async (keys, { print }) => {
    if (!(await keys.setQuota(id, dailyQuota ?? undefined))) refuse(texts.unknownId(id));
    await print({ id, dailyQuota }, () => [texts.quotaSet(id, dailyQuota)]);
  };
}

/** The key alone is the result; what is said about it is beside. */
async function show(issued: IssuedKey, { print, terminal }: Context): Promise<void> {
  await print({ ...toDocument(issued, Date.now()), key: issued.key }, () => [issued.key]);
  terminal.say(texts.issued(issued.id, issued.label));
}

/** A misplaced word may be a key: none is repeated. */
function take({ positionals }: Arguments, most: number): void {
  if (positionals.length > most) refuse(texts.action);
}

function readId(args: Arguments, words: number): number {
  take(args, words);
  const given = args.positionals[0] ?? '';
  return /^[1-9]\d{0,14}$/.test(given) ? Number(given) : refuse(texts.badId);
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function readGrace(given: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(given) ?? [];
  const graceMs = Number(count) * (unitMs[unit] ?? Number.NaN);
  return graceMs <= MOST_GRACE_DAYS * 86_400_000 ? graceMs : refuse(texts.grace(MOST_GRACE_DAYS));
}

const { heads } = texts;
const columns = [
  { head: heads.id, right: true },
  { head: heads.label },
  { head: heads.last },
  { head: heads.state },
  { head: heads.created },
  { head: heads.used },
  { head: heads.today, right: true },
  { head: heads.quota, right: true },
];

function toCells(key: ListedKey, now: number): string[] {
  const { id, label, lastCharacters, createdAt, lastUsedAt, usedToday, dailyQuota } = key;
  return [
    String(id),
    label,
    lastCharacters ?? texts.unknown,
    wordState(key, now),
    toTime(createdAt),
    lastUsedAt === undefined ? texts.never : toTime(lastUsedAt),
    String(usedToday),
    dailyQuota === undefined ? texts.standard : String(dailyQuota),
  ];
}

function wordState({ deactivatedAt, validUntil }: StoredKey, now: number): string {
  if (deactivatedAt !== undefined) return texts.states.deactivated(toTime(deactivatedAt));
  if (validUntil === undefined) return texts.states.valid;
  return (validUntil > now ? texts.states.until : texts.states.ended)(toTime(validUntil));
}

/** For programs: everything but the digest. */
function toDocument({ id, account, label, lastCharacters, createdAt, dailyQuota, ...key }: StoredKey, now: number) {
  const { deactivatedAt, validUntil } = key;
  const ended = validUntil !== undefined && validUntil <= now;
  return {
    id,
    account,
    label,
    lastCharacters: lastCharacters ?? null,
    state: deactivatedAt !== undefined ? 'deactivated' : ended ? 'ended' : 'valid',
    createdAt: toTime(createdAt),
    deactivatedAt: deactivatedAt === undefined ? null : toTime(deactivatedAt),
    validUntil: validUntil === undefined ? null : toTime(validUntil),
    dailyQuota: dailyQuota ?? null,
  };
}

function toUse({ lastUsedAt, usedToday }: ListedKey) {
  return { lastUsedAt: lastUsedAt === undefined ? null : toTime(lastUsedAt), usedToday };
}

function toTime(time: number): string {
  return new Date(time).toISOString();
}
