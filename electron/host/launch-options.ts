/**
 * The options of the two hosts with a page. Electron and Chromium have switches of their own: the desktop refuses only unknown ones that
 * look mistyped.
 */
import { parseArgs } from 'node:util';
import { fail } from '#contract/errors.ts';
import { findNearestName } from '#domain/people/nearest-name.ts';
import { launchHelp, launchNeeds, launchUsage } from '#texts/hosts/launch.ts';
import { appVersion } from './version.ts';

export interface LaunchOptions {
  readonly dataDirectory: string | undefined;
  /** Without one: the workspace that was open last, at first the sample. */
  readonly workspace: string | undefined;
  /** `YYYY-MM-DD`; anchors a new sample workspace. */
  readonly sampleAsOf: string | undefined;
  /** Browser host: 0 is any free port. */
  readonly port: number;
  /** Browser host: whether a browser may be opened. */
  readonly open: boolean;
}

export type HostKind = 'desktop' | 'browser';

const options = {
  'data-dir': { type: 'string' },
  workspace: { type: 'string' },
  'sample-as-of': { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const;

/** Switches of Chromium under which the key could reach another server than the user's, or a file. */
const weakeningSwitches = [
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
  // A page could ask and read any address, the service's too.
  'disable-web-security',
  // Each could lead the addresses elsewhere that need no TLS because they are this computer's.
  'host-resolver-rules',
  'host-rules',
  'proxy-bypass-list',
  // Logs of the network hold the key's header in one of its modes, or what opens it.
  'net-log-capture-mode',
  'ssl-key-log-file',
] as const;

/** Through these another program could read the window or the program itself. Tests drive by them what is not installed. */
const debuggingSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'inspect-port',
] as const;

/** @param hasSwitch as Chromium reads them. @param isInstalled what people have, not what tests drive. @throws AppFailure `usage` */
export function refuseWeakening(hasSwitch: (name: string) => boolean, isInstalled: boolean): void {
  const weakening = weakeningSwitches.find(hasSwitch);
  if (weakening !== undefined) fail({ code: 'usage', detail: launchNeeds.guarded(weakening) });
  const debugging = isInstalled ? debuggingSwitches.find(hasSwitch) : undefined;
  if (debugging !== undefined) fail({ code: 'usage', detail: launchNeeds.unwatched(debugging) });
}

/** Help and version need nothing else. @returns whether one was asked for, and printed. */
export function answerHelp(args: readonly string[]): boolean {
  const [helpOption] = args.filter(
    (argument) => argument === '--help' || argument === '-h' || argument === '--version',
  );
  if (helpOption === undefined) return false;
  process.stdout.write(helpOption === '--version' ? `${appVersion}\n` : launchHelp);
  return true;
}

/**
 * @param args without the executable and the script.
 * @throws AppFailure `usage` for an invalid value: a silent default would open other data than was asked for.
 */
export function readLaunchOptions(args: readonly string[], host: HostKind): LaunchOptions {
  const { values, tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options,
  });
  for (const token of tokens) refuseUnknown(token, host);
  const text = (name: 'data-dir' | 'workspace' | 'sample-as-of' | 'port') => {
    const value = values[name];
    if (value === undefined) return undefined;
    return typeof value === 'string' && value !== '' ? value : fail({ code: 'usage', detail: launchNeeds.value(name) });
  };
  return {
    dataDirectory: text('data-dir'),
    workspace: text('workspace'),
    sampleAsOf: readDay(text('sample-as-of')),
    port: readPort(text('port')),
    open: values['no-open'] !== true,
  };
}

interface Token {
  readonly kind: string;
  readonly name?: string;
  readonly rawName?: string;
  readonly value?: string | boolean | undefined;
}

/** A word that is no option, or an unknown option: ignoring it would silently not do what was meant. */
function refuseUnknown({ kind, name = '', rawName = '', value }: Token, host: HostKind): void {
  if (kind === 'option' && Object.hasOwn(options, name)) return;
  const near = kind === 'option' ? findNearestName(name, Object.keys(options)) : undefined;
  if (host === 'desktop' && near === undefined) return;
  fail({ code: 'usage', detail: launchUsage(kind === 'option' ? rawName : String(value ?? '--'), near) });
}

function readPort(portText: string | undefined): number {
  const port = Number(portText ?? 0);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  return fail({ code: 'usage', detail: launchNeeds.port });
}

function readDay(dayText: string | undefined): string | undefined {
  if (dayText === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(dayText) ? Date.parse(`${dayText}T00:00:00Z`) : NaN;
  // 30 February parses as a day of March: a day is valid only if it prints as it was written.
  const isoDay = Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
  return isoDay === dayText ? dayText : fail({ code: 'usage', detail: launchNeeds.day });
}
