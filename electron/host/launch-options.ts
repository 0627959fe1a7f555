/**
 * Reads the options of the two hosts with a page. Electron and Chromium have switches of their own, so the desktop refuses only unknown ones
 * that look mistyped.
 */
import { parseArgs } from 'node:util';
import { fail } from '#contract/errors.ts';
import { findNearestName } from '#domain/people/nearest-name.ts';
import { launchHelp, launchNeeds, launchUsage } from '#texts/hosts/launch.ts';
import { appVersion } from './version.ts';

export interface LaunchOptions {
  readonly dataDirectory: string | undefined;
  /** Without it, the workspace that was open last is opened; at first that is the sample. */
  readonly workspace: string | undefined;
  /** `YYYY-MM-DD`; anchors a new sample workspace. */
  readonly sampleAsOf: string | undefined;
  /** For the browser host; 0 takes any free port. */
  readonly port: number;
  /** For the browser host: true when it may open a browser. */
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

/** Chromium's switches with which the key could reach a foreign server or a file. */
const weakeningSwitches = [
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
  // With it, a page could call any address, including the service, and read the answer.
  'disable-web-security',
  // Each could redirect addresses of this computer, which need no TLS, to a different one.
  'host-resolver-rules',
  'host-rules',
  'proxy-bypass-list',
  // These write network logs, which may contain the header with the key or the secrets that decrypt it.
  'net-log-capture-mode',
  'ssl-key-log-file',
] as const;

/** With these, another program could read the window or this program. Tests use them on copies that are not installed. */
const debuggingSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'inspect-port',
] as const;

/** @param hasSwitch whether Chromium has the switch. @param isInstalled false for copies that tests drive. @throws AppFailure `usage` */
export function refuseWeakeningSwitches(hasSwitch: (name: string) => boolean, isInstalled: boolean): void {
  const weakening = weakeningSwitches.find(hasSwitch);
  if (weakening !== undefined) fail({ code: 'usage', detail: launchNeeds.guarded(weakening) });
  const debugging = isInstalled ? debuggingSwitches.find(hasSwitch) : undefined;
  if (debugging !== undefined) fail({ code: 'usage', detail: launchNeeds.unwatched(debugging) });
}

/** Prints the help or the version if an argument requests it. @returns whether something was printed. */
export function printHelpIfRequested(args: readonly string[]): boolean {
  const [helpOption] = args.filter(
    (argument) => argument === '--help' || argument === '-h' || argument === '--version',
  );
  if (helpOption === undefined) return false;
  process.stdout.write(helpOption === '--version' ? `${appVersion}\n` : launchHelp);
  return true;
}

/**
 * @param args the arguments without the executable and the script.
 * @throws AppFailure `usage` for an invalid value, because a silent default would open other data than requested.
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
  const readText = (name: 'data-dir' | 'workspace' | 'sample-as-of' | 'port') => {
    const value = values[name];
    if (value === undefined) return undefined;
    return typeof value === 'string' && value !== '' ? value : fail({ code: 'usage', detail: launchNeeds.value(name) });
  };
  return {
    dataDirectory: readText('data-dir'),
    workspace: readText('workspace'),
    sampleAsOf: readDay(readText('sample-as-of')),
    port: readPort(readText('port')),
    open: values['no-open'] !== true,
  };
}

interface Token {
  readonly kind: string;
  readonly name?: string;
  readonly rawName?: string;
  readonly value?: string | boolean | undefined;
}

/** Refuses an unknown option or a stray word, because ignoring it would silently do something that the user did not mean. */
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
  // 30 February parses as a day of March, so a day is valid only if it prints as it was written.
  const isoDay = Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
  return isoDay === dayText ? dayText : fail({ code: 'usage', detail: launchNeeds.day });
}
