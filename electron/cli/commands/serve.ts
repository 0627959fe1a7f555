/** `serve`: the service itself on loopback, over records of its own or a CRM's, until interrupted. */
import { once } from 'node:events';
import type { Service, ServiceOptions } from '#service/server.ts';
import { fail } from '#contract/errors.ts';
import { said, usage } from '#texts/terminal/cli.ts';
import { exposureTexts, serviceKeysTexts } from '#texts/terminal/serve.ts';
import { appVersion } from '#electron/host/version.ts';
import type { Command, Context } from '../arguments/command.ts';
import { option, readOptions, refuse, refuseMoreWords } from '../arguments/option-values.ts';
import { DONE } from '../output/failure.ts';
import { withConfig } from './service/config.ts';
import { exposureOptions, HIGHEST_PORT, readExposure } from './service/exposure.ts';
import {
  keyOptions,
  openNamedStore,
  prepareKeys,
  readStorePlace,
  sayUnfit,
  storeOptions,
  type StorePlace,
} from './service/keys.ts';
import { readUpstream, upstreamOptions, type OpenUpstream } from './service/upstreams.ts';

const MOST_RECORDS = 5_000_000;
const HIGHEST_SEED = 2 ** 32 - 1;

const sampleOptions = {
  port: option.wholeNumber(0, HIGHEST_PORT),
  records: option.wholeNumber(0, MOST_RECORDS),
  seed: option.wholeNumber(0, HIGHEST_SEED),
  'as-of': option.day,
  'daily-quota': option.wholeNumber(1),
};
const logOptions = { log: option.destination };
const lastingOptions = { ...sampleOptions, ...upstreamOptions, ...logOptions, ...exposureOptions };
const ownOptions = { ...lastingOptions, config: option.text, 'new-key': option.flag };

export const serve: Command = {
  name: 'serve',
  options: { ...ownOptions, ...keyOptions, ...storeOptions },
  handlesInterruption: true,
  prepare: (written) => {
    // The file says neither itself, nor what is for one start or for keys only.
    const args = withConfig(written, { ...lastingOptions, ...storeOptions });
    if (args.positionals[0] === 'keys') return prepareKeys(args, Object.keys({ ...ownOptions, ...keyOptions }));
    refuseMoreWords(args, 'serve');
    const forKeys = Object.keys(keyOptions).find((name) => args.options.has(name));
    if (forKeys !== undefined) refuse(usage.keysOnly(`--${forKeys}`));
    const options = { port: 0, ...readOptions(args, sampleOptions), ...readExposure(args) };
    const upstream = readUpstream(args);
    const { log } = readOptions(args, logOptions);
    const place = readStorePlace(args);
    const newKey = args.options.has('new-key');
    return async (context) => {
      const open = await upstream(context.terminal);
      return withLog(context, log, (print) => run(context, { ...options, log: print }, open, newKey, place));
    };
  },
};

/** Longer than an upstream may take: an end of the service cuts none of the requests that it has accepted. */
const DRAIN_MILLISECONDS = 35_000;

async function run(
  { terminal, options }: Context,
  serviceOptions: ServiceOptions,
  openUpstream: OpenUpstream,
  newKey: boolean,
  place: StorePlace,
): Promise<number> {
  const store = await openNamedStore(place, options, openUpstream.limits);
  const service = await listen({
    ...serviceOptions,
    ...openUpstream.open(store?.permits),
    ...(store && { store }),
    // Several instances would issue one each, and before a CRM it would be a key that no one asked for.
    issuesFirstKey: place === undefined && openUpstream.limits === undefined,
    version: appVersion,
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

async function listen(options: ServiceOptions): Promise<Service> {
  const { createService } = await import('#service/server.ts');
  try {
    return await sayUnfit(() => createService(options));
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      return fail({ code: 'usage', detail: exposureTexts.noHost(options.host ?? '') }, fault);
    }
    if (code === 'EADDRINUSE' || code === 'EACCES') {
      return fail({ code: 'usage', detail: usage.portTaken(options.port ?? 0) }, fault);
    }
    throw fault;
  }
}

/** Gives the service's log a file, or standard error where no path is named. */
async function withLog(
  { terminal }: Context,
  path: string | undefined,
  work: (print: (line: string) => void) => Promise<number>,
): Promise<number> {
  if (path === undefined) return work((line) => terminal.say(line));
  const { openLogFile } = await import('#service/log.ts');
  const file = await openLogFile(path).catch((fault: unknown) =>
    fail({ code: 'usage', detail: usage.logRefused(path) }, fault),
  );
  try {
    return await work((line) => file.print(line));
  } finally {
    await file.close();
    if (file.lost > 0) terminal.say(said.logLinesLost(file.lost));
  }
}
