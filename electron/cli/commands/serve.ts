/** `serve`: the service itself on loopback, over records of its own or a CRM's, until interrupted. */
import { once } from 'node:events';
import type { Service, ServiceOptions } from '../../../service/server.ts';
import { fail } from '../../../src/contract/errors.ts';
import { said, usage } from '#texts/terminal/cli.ts';
import { exposureTexts } from '#texts/terminal/serve.ts';
import { serviceKeysTexts } from '#texts/terminal/service-keys.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Command, Context } from '../arguments/command.ts';
import { DONE } from '../output/exit-codes.ts';
import { day, flag, noPositionals, refuse, wholeNumber } from '../arguments/option-values.ts';
import { withConfig } from './service/config.ts';
import { exposureOptions, readExposure } from './service/exposure.ts';
import { keyOptions, prepareKeys } from './service/keys.ts';
import { readLogPath, withLog } from './service/log.ts';
import { openNamedStore, readStorePlace, sayUnfit, storeOptions, type StorePlace } from './service/store.ts';
import { readUpstream, upstreamOptions, type OpenUpstream } from './service/upstreams.ts';

const HIGHEST_PORT = 65_535;
const MOST_RECORDS = 5_000_000;
const HIGHEST_SEED = 2 ** 32 - 1;

const ownOptions = {
  port: 'text',
  records: 'text',
  seed: 'text',
  'as-of': 'text',
  'daily-quota': 'text',
  'new-key': 'flag',
  ...upstreamOptions,
  log: 'text',
  'admin-port': 'text',
  config: 'text',
  ...exposureOptions,
} as const;

/** What a file may say: all but the file itself, and what is for one start or for keys only. */
const { config: _config, 'new-key': _newKey, ...lasting } = ownOptions;
const configurable = { ...lasting, ...storeOptions };

export const serve: Command = {
  name: 'serve',
  options: { ...ownOptions, ...keyOptions, ...storeOptions },
  handlesInterruption: true,
  prepare: (written) => {
    const args = withConfig(written, configurable);
    if (args.positionals[0] === 'keys') return prepareKeys(args, Object.keys({ ...ownOptions, ...keyOptions }));
    noPositionals(args, 'serve');
    for (const option of Object.keys(keyOptions)) if (args.options.has(option)) refuse(usage.keysOnly(`--${option}`));
    const asked = readOptions(args);
    const upstream = readUpstream(args);
    const newKey = flag(args, 'new-key');
    const log = readLogPath(args);
    const place = readStorePlace(args);
    return async (context) => {
      const open = await upstream(context.terminal);
      return withLog(context, log, (print) => run(context, { ...asked, log: print }, open, newKey, place));
    };
  },
};

function readOptions(args: Arguments): ServiceOptions {
  const records = wholeNumber(args, 'records', 0, MOST_RECORDS);
  const seed = wholeNumber(args, 'seed', 0, HIGHEST_SEED);
  const asOf = day(args, 'as-of');
  const dailyQuota = wholeNumber(args, 'daily-quota', 1);
  const adminPort = wholeNumber(args, 'admin-port', 0, HIGHEST_PORT);
  return {
    port: wholeNumber(args, 'port', 0, HIGHEST_PORT) ?? 0,
    ...(records !== undefined && { records }),
    ...(seed !== undefined && { seed }),
    ...(asOf !== undefined && { asOf }),
    ...(dailyQuota !== undefined && { dailyQuota }),
    ...(adminPort !== undefined && { adminPort }),
    ...readExposure(args),
  };
}

/** Longer than an upstream may take: an end of the service cuts none of the requests that it has accepted. */
const DRAIN_MILLISECONDS = 35_000;

async function run(
  { terminal, options }: Context,
  asked: ServiceOptions,
  openUpstream: OpenUpstream,
  newKey: boolean,
  place: StorePlace,
): Promise<number> {
  const store = await openNamedStore(place, options);
  const service = await listen({
    ...asked,
    ...openUpstream(store?.permits),
    ...(store && { store, issuesFirstKey: place === undefined }),
    limits: { drainMilliseconds: DRAIN_MILLISECONDS },
  });
  try {
    const key = service.key ?? (newKey ? (await service.keys.issue()).key : null);
    // The same line with and without --json: a script waits for it to know that the service listens.
    await terminal.out(`${JSON.stringify({ url: service.url, key, adminUrl: service.adminUrl })}\n`);
    if (key === null) terminal.say(service.keys.count() === 0 ? serviceKeysTexts.noneYet : said.storedKeys);
    if (!terminal.interrupted.aborted) await once(terminal.interrupted, 'abort');
    return DONE;
  } finally {
    await service.close();
  }
}

async function listen(asked: ServiceOptions): Promise<Service> {
  const { createService } = await import('../../../service/server.ts');
  try {
    return await sayUnfit(() => createService(asked));
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
    if (fault instanceof Error && fault.name === 'CertificateUnfit') {
      return fail({ code: 'usage', detail: fault.message }, fault);
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      return fail({ code: 'usage', detail: exposureTexts.noHost(asked.host ?? '') }, fault);
    }
    if (code === 'EADDRINUSE' || code === 'EACCES') {
      return fail({ code: 'usage', detail: usage.portTaken(asked.port ?? 0) }, fault);
    }
    throw fault;
  }
}
