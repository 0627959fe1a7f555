/** Opens the records that `serve` offers, by its options: a CRM's, a file's, or the sample's. */
import type { ServiceOptions } from '#service/server.ts';
import type { HttpUpstreamOptions } from '#service/upstream/http.ts';
import { defaultSwitches, switchChoices, type Switches } from '#service/upstream/switches.ts';
import { defaultPermits, type PermitLimits, type Permits, type Rate } from '#service/upstream/permits.ts';
import { interfaceNames } from '#service/upstream/platform-json.ts';
import { usage, messages } from '#texts/terminal/cli.ts';
import { exposureTexts } from '#texts/terminal/serve.ts';
import {
  option,
  readOptions,
  refuse,
  withForm,
  type Arguments,
  type Option,
} from '#electron/cli/arguments/option-values.ts';
import type { Terminal } from '#electron/cli/terminal.ts';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { fail } from '#contract/errors.ts';

type Token = HttpUpstreamOptions['token'];

/** The token is a secret like the key: it never appears in an argument list. */
async function readTokenLine({ input, interrupted }: Pick<Terminal, 'input' | 'interrupted'>): Promise<Token> {
  const typedToken = await Promise.race([input.secretLine(messages.tokenPrompt), once(interrupted, 'abort')]);
  if (interrupted.aborted) return fail({ code: 'cancelled' });
  const token = typeof typedToken === 'string' ? typedToken.trim() : '';
  return token === '' ? refuse(usage.tokenMissing) : () => token;
}

/** @throws AppFailure `usage` if the file cannot be read, is empty, or is readable by other users. */
export function openTokenFile(path: string): Token {
  let token = readToken(path);
  return (rejectedToken) => {
    if (rejectedToken !== token) return token;
    try {
      token = readToken(path);
    } catch {
      // The file is being replaced: the CRM's refusal is reported until the next try.
    }
    return token;
  };
}

const OTHERS = 0o077;

function readToken(path: string): string {
  let text: string;
  try {
    // Windows has no such modes, so access to the file is up to the operator.
    if (process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0) return refuse(usage.tokenFileOpen(path));
    text = readFileSync(path, 'utf8');
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && 'path' in fault)) throw fault;
    return refuse(usage.tokenFileUnread(path, String(fault.code)));
  }
  const token = text.trim();
  return /^\S+$/.test(token) ? token : refuse(usage.tokenFileEmpty(path));
}

const MAX_SECONDS = 600;
const USUAL_SECONDS = 15;
const MAX_CALLS = 1_000;
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** `100/10`, as CRMs publish it: 100 calls in 10 seconds. */
const rate: Option<Rate> = (text, name) => {
  const [, count, seconds] = /^([1-9]\d{0,5})\/([1-9]\d{0,3})$/.exec(text) ?? refuse(exposureTexts.rate(name));
  return { count: Number(count), seconds: Number(seconds) };
};

const formatRate = ({ count, seconds }: Rate) => `${count}/${seconds}`;

const platformOptions = {
  'token-file': option.text,
  'system-prefix': option.text,
  'owner-prefix': option.text,
  'upstream-timeout': withForm(option.wholeNumber(1, MAX_SECONDS), { standard: USUAL_SECONDS }),
  'calls-at-once': withForm(option.wholeNumber(1, MAX_CALLS), { standard: defaultPermits.calls }),
  'call-limit': withForm(rate, { standard: formatRate(defaultPermits.callRate) }),
  'search-limit': withForm(rate, { standard: formatRate(defaultPermits.searchRate) }),
};
const recordsOptions = { 'records-file': option.text, switches: readSwitches };
export const upstreamOptions = { upstream: option.text, ...platformOptions, ...recordsOptions };

const sampleOptions = ['records', 'seed', 'as-of'];

export interface OpenUpstream {
  /** @param permits those shared by all instances; by default those of this one. */
  readonly open: (permits?: Permits) => Partial<ServiceOptions>;
  /** The limits of the CRM; absent without one. */
  readonly limits?: Partial<PermitLimits>;
}

/** @returns a function that opens the upstream when the command runs. @throws AppFailure `usage` for conflicting options */
export function readUpstream(args: Arguments): (terminal: Terminal) => Promise<OpenUpstream> {
  const { recordsFile, switches = {} } = readOptions(args, recordsOptions);
  const platform = readPlatform(args);
  if (platform) return (terminal) => openPlatform(terminal, platform);
  if (recordsFile === undefined) return () => Promise.resolve({ open: () => ({ switches }) });
  if (sampleOptions.some((name) => args.options.has(name))) refuse(usage.recordsFileParts);
  return async () => {
    const upstream = await openRecords(recordsFile, switches);
    return { open: () => ({ upstream }) };
  };
}

interface Platform extends Omit<HttpUpstreamOptions, 'token' | 'permits'> {
  readonly limits: Partial<PermitLimits>;
  readonly tokenFile: string | undefined;
}

/** Reads the address and limits of the CRM, and its names of built-in properties. */
function readPlatform(args: Arguments): Platform | undefined {
  const { upstream: url } = readOptions(args, { upstream: option.text });
  if (url === undefined) {
    if (Object.keys(platformOptions).some((name) => args.options.has(name))) refuse(usage.platformPartAlone);
    return undefined;
  }
  const foreign = [...sampleOptions, ...Object.keys(recordsOptions)];
  if (foreign.some((name) => args.options.has(name))) refuse(usage.upstreamParts);
  const parsed = URL.parse(url);
  const isSafe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && loopback.has(parsed.hostname));
  if (!parsed || !isSafe || parsed.username !== '' || parsed.search !== '') return refuse(usage.upstreamAddress);
  const { systemPrefix, ownerPrefix, tokenFile, upstreamTimeout, ...limits } = readOptions(args, platformOptions);
  const seconds = upstreamTimeout ?? USUAL_SECONDS;
  const { calls, callRate, searchRate } = defaultPermits;
  return {
    url: parsed.href,
    vocabulary: { system: systemPrefix ?? interfaceNames.system, owner: ownerPrefix ?? interfaceNames.owner },
    tokenFile,
    limits: {
      calls: limits.callsAtOnce ?? calls,
      callRate: limits.callLimit ?? callRate,
      searchRate: limits.searchLimit ?? searchRate,
    },
    // All calls for one request together may take twice as long as one call.
    timeoutMilliseconds: seconds * 1_000,
    exchangeMilliseconds: seconds * 2_000,
  };
}

async function openPlatform(terminal: Terminal, { tokenFile, limits, ...options }: Platform): Promise<OpenUpstream> {
  const token = tokenFile === undefined ? await readTokenLine(terminal) : openTokenFile(tokenFile);
  const { createHttpUpstream } = await import('#service/upstream/http.ts');
  const { LocalPermits } = await import('#service/upstream/permits.ts');
  return {
    open: (permits = new LocalPermits(limits)) => ({ upstream: createHttpUpstream({ ...options, token, permits }) }),
    limits,
  };
}

async function openRecords(path: string, switches: Partial<Switches>) {
  const { readRecordsFile, RecordsFileUnusable } = await import('#service/records-file.ts');
  const { createEmbeddedUpstream } = await import('#service/upstream/embedded.ts');
  try {
    return createEmbeddedUpstream({ records: await readRecordsFile(path), switches });
  } catch (fault) {
    if (fault instanceof RecordsFileUnusable) return refuse(usage.recordsFile(path, fault.message));
    if (fault instanceof Error && 'path' in fault && 'code' in fault)
      return refuse(usage.recordsFile(path, String(fault.code)));
    throw fault;
  }
}

/** `name=value,…`: how the embedded upstream behaves in ways that differ between CRMs. */
function readSwitches(text: string): Partial<Switches> {
  return Object.fromEntries(option.list(text, '--switches').map(readSwitch));
}

function readSwitch(switchText: string): readonly [name: string, value: string | number | boolean] {
  const separator = switchText.indexOf('=');
  const [name, value] =
    separator < 0 ? [switchText, ''] : [switchText.slice(0, separator), switchText.slice(separator + 1)];
  if (!Object.hasOwn(defaultSwitches, name)) refuse(usage.unknownSwitch(name, Object.keys(defaultSwitches)));
  const choices = Object.entries(switchChoices).find(([other]) => other === name)?.[1];
  const chosen = choices?.find((choice) => String(choice) === value);
  if (chosen !== undefined) return [name, chosen];
  if (choices) return refuse(usage.oneOf(`--switches ${name}`, choices.map(String)));
  if (/^(\d+(\.\d+)?|Infinity)$/.test(value)) return [name, Number(value)];
  return refuse(usage.notNegative(`--switches ${name}`));
}
