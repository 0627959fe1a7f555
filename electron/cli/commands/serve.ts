/** `serve`: runs the service on loopback, over its own records or a CRM's, until interrupted. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { findNearestName } from '#domain/people/nearest-name.ts';
import { appVersion } from '#electron/host/version.ts';
import type { Service, ServiceOptions } from '#service/server.ts';
import { messages, usage } from '#texts/terminal/cli.ts';
import { configTexts, exposureTexts, serviceKeysTexts } from '#texts/terminal/serve.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import type { Context } from '../arguments/command.ts';
import { option, readOptions, refuse, withForm, type Arguments, type Options } from '../arguments/option-values.ts';
import { DONE } from '../output/failure.ts';
import {
  keyActions,
  openNamedStore,
  readStoreLocation,
  refuseUnusable,
  storeOptions,
  type StoreLocation,
} from './service-keys.ts';
import { readUpstream, upstreamOptions, type OpenUpstream } from './service-upstreams.ts';

const MAX_PORT = 65_535;
const MAX_DELAY_SECONDS = 300;
const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

const exposureOptions = {
  host: option.text,
  'public-url': option.text,
  'behind-proxy': option.flag,
  'trusted-proxies': option.list,
  'admin-port': option.wholeNumber(0, MAX_PORT),
  'admin-host': option.text,
  'drain-delay': option.wholeNumber(0, MAX_DELAY_SECONDS),
};

const MAX_RECORDS = 5_000_000;
const MAX_SEED = 2 ** 32 - 1;

const standard = { port: 0, seed: 1, dailyQuota: 1_000 };
const sampleOptions = {
  port: withForm(option.wholeNumber(0, MAX_PORT), { standard: standard.port }),
  records: option.wholeNumber(0, MAX_RECORDS),
  seed: withForm(option.wholeNumber(0, MAX_SEED), { standard: standard.seed }),
  'as-of': option.day,
  'daily-quota': withForm(option.wholeNumber(1), { standard: standard.dailyQuota }),
};
const logOptions = { log: option.destination };
/** The file of `--config` cannot name itself, nor options that apply only to one start or to keys. */
const configurableOptions = {
  ...sampleOptions,
  ...upstreamOptions,
  ...logOptions,
  ...exposureOptions,
  ...storeOptions,
};

const runService = createAction(
  { ...configurableOptions, config: option.text, 'new-key': option.flag },
  (_, _words, commandLine) => {
    const args = addConfigOptions(commandLine, configurableOptions);
    const options = { ...standard, ...readOptions(args, sampleOptions), ...readExposure(args) };
    const upstream = readUpstream(args);
    const { log } = readOptions(args, logOptions);
    const storeLocation = readStoreLocation(args);
    const newKey = args.options.has('new-key');
    return async (context) => {
      const open = await upstream(context.terminal);
      return runWithLog(context, log, (print) => run(context, { ...options, log: print }, open, newKey, storeLocation));
    };
  },
  { foreignOption: usage.keysOnly },
);

export const serve = createCommand('serve', { '': runService, ...keyActions }, { handlesInterruption: true });

/** Longer than an upstream may take, so that stopping the service cuts off none of the requests that it has accepted. */
const DRAIN_MILLISECONDS = 35_000;

async function run(
  { terminal, options }: Context,
  serviceOptions: ServiceOptions,
  openUpstream: OpenUpstream,
  newKey: boolean,
  storeLocation: StoreLocation,
): Promise<number> {
  const store = await openNamedStore(storeLocation, options, openUpstream.limits);
  const service = await listen({
    ...serviceOptions,
    ...openUpstream.open(store?.permits),
    ...(store && { store }),
    // With a shared store every instance would issue a key; for a CRM, keys are issued only on request.
    issuesFirstKey: storeLocation === undefined && openUpstream.limits === undefined,
    version: appVersion,
    limits: { drainMilliseconds: DRAIN_MILLISECONDS },
  });
  try {
    const key = service.key ?? (newKey ? (await service.keys.issue()).key : null);
    // Scripts wait for this line to know that the service listens, so it is the same with and without --json.
    await terminal.out(`${JSON.stringify({ url: service.url, key, adminUrl: service.adminUrl })}\n`);
    if (key === null) terminal.say(service.keys.count() === 0 ? serviceKeysTexts.noneYet : messages.storedKeys);
    if (!terminal.interrupted.aborted) await once(terminal.interrupted, 'abort');
    return DONE;
  } finally {
    await service.close();
  }
}

async function listen(options: ServiceOptions): Promise<Service> {
  const { createService } = await import('#service/server.ts');
  try {
    return await refuseUnusable(() => createService(options));
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

/** Writes the service's log to a file, or to standard error if no path is given. */
async function runWithLog(
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
    if (file.lost > 0) terminal.say(messages.logLinesLost(file.lost));
  }
}

const MAX_CONFIG_BYTES = 65_536;

/**
 * Adds the options of `--config FILE`, JSON by option name; options on the command line take precedence.
 * @param known the options that the file may name.
 * @throws AppFailure `usage` for the first invalid option.
 */
export function addConfigOptions(args: Arguments, known: Options): Arguments {
  const { config: path } = readOptions(args, { config: option.text });
  return path === undefined ? args : { ...args, options: new Map([...readConfig(path, known), ...args.options]) };
}

function readConfig(path: string, known: Options): [string, string | true][] {
  const json = z.record(z.string(), z.unknown()).safeParse(readJson(path));
  if (!json.success) return refuse(configTexts.noObject(path));
  return Object.entries(json.data).flatMap(([name, value]): [string, string | true][] => {
    if (!Object.hasOwn(known, name)) refuse(configTexts.unknown(path, name, findNearestName(name, Object.keys(known))));
    if (known[name] === option.flag)
      return typeof value === 'boolean' ? (value ? [[name, true]] : []) : refuse(configTexts.noSwitch(path, name));
    const isText = typeof value === 'number' || (typeof value === 'string' && value !== '');
    return isText ? [[name, String(value)]] : refuse(configTexts.noText(path, name));
  });
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return refuse(configTexts.noFile(path));
  }
  if (text.length > MAX_CONFIG_BYTES) refuse(configTexts.tooLarge(path));
  try {
    return JSON.parse(text);
  } catch {
    return refuse(configTexts.noJson(path));
  }
}

/**
 * Reads who may reach the service: this computer only, or others through a proxy that terminates TLS.
 * @throws AppFailure `usage` if keys or records would travel in the clear, or links would not work.
 */
export function readExposure(args: Arguments): Partial<ServiceOptions> {
  const {
    publicUrl,
    behindProxy = false,
    drainDelay,
    trustedProxies = [],
    ...addresses
  } = readOptions(args, exposureOptions);
  const { host, adminHost, adminPort } = addresses;
  const isLoopback = host === undefined || loopback.has(host);
  if (!isLoopback && !behindProxy) refuse(exposureTexts.inTheClear(host));
  const baseUrl = publicUrl === undefined ? undefined : checkPublicUrl(publicUrl);
  if (baseUrl === undefined && (!isLoopback || behindProxy)) refuse(exposureTexts.noPublicUrl);
  if (adminHost !== undefined && adminPort === undefined) refuse(exposureTexts.adminHost);
  if (!trustedProxies.every(isNetwork)) refuse(exposureTexts.trustedProxies);
  return {
    ...addresses,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(drainDelay !== undefined && { drainDelayMilliseconds: drainDelay * 1_000 }),
    trustedProxies,
  };
}

function isNetwork(network: string): boolean {
  const [address = '', bits, ...rest] = network.split('/');
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && max > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= max));
}

/** Links start with the public URL, so it must be the full address of the service as callers know it. */
function checkPublicUrl(publicUrl: string): string {
  const url = URL.parse(publicUrl);
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname.replace(/[[\]]/g, '')));
  const isPlain = url?.search === '' && url.hash === '' && url.username === '';
  return url && isSafe && isPlain ? (url.origin + url.pathname).replace(/\/+$/, '') : refuse(exposureTexts.publicUrl);
}
