/** Which records `serve` has, by its options: a CRM's, a file's, or those of the sample. */
import type { ServiceOptions } from '../../../../service/server.ts';
import type { HttpUpstreamOptions } from '../../../../service/upstream/http.ts';
import { defaultSwitches, switchChoices, type Switches } from '../../../../service/upstream/switches.ts';
import type { Permits } from '../../../../service/upstream/permits/permits.ts';
import { asInInterface } from '../../../../service/upstream/vocabulary.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Arguments } from '../../arguments/arguments.ts';
import { list, refuse, text } from '../../arguments/option-values.ts';
import type { Terminal } from '../../terminal.ts';
import { openTokenFile, readTokenLine } from './token.ts';

export const upstreamOptions = {
  upstream: 'text',
  'token-file': 'text',
  'system-prefix': 'text',
  'owner-prefix': 'text',
  'records-file': 'text',
  switches: 'text',
} as const;

const ofSample = ['records', 'seed', 'as-of'] as const;
const ofPlatform = ['token-file', 'system-prefix', 'owner-prefix'] as const;
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** @param permits of all instances; without them the upstream has those of this one. */
export type OpenUpstream = (permits?: Permits) => Partial<ServiceOptions>;

/** @returns reads what the upstream needs, once the command runs. @throws AppFailure `usage` for options that do not go together */
export function readUpstream(args: Arguments): (terminal: Terminal) => Promise<OpenUpstream> {
  const switches = readSwitches(args);
  const path = text(args, 'records-file');
  const platform = readPlatform(args);
  if (platform) return (terminal) => forward(terminal, platform, text(args, 'token-file'));
  if (path === undefined) return () => Promise.resolve(() => ({ switches }));
  for (const own of ofSample) if (args.options.has(own)) refuse(usage.recordsFileParts);
  return async () => {
    const upstream = await openRecords(path, switches);
    return () => ({ upstream });
  };
}

type Platform = Omit<HttpUpstreamOptions, 'token' | 'permits'>;

/** The CRM to read from, and how it calls its built-in properties. */
function readPlatform(args: Arguments): Platform | undefined {
  const url = text(args, 'upstream');
  if (url === undefined) {
    if (ofPlatform.some((own) => args.options.has(own))) refuse(usage.platformPartAlone);
    return undefined;
  }
  for (const own of [...ofSample, 'records-file', 'switches']) if (args.options.has(own)) refuse(usage.upstreamParts);
  const parsed = URL.parse(url);
  const secret = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && loopback.has(parsed.hostname));
  if (!parsed || !secret || parsed.username !== '' || parsed.search !== '') return refuse(usage.upstreamAddress);
  const vocabulary = {
    system: text(args, 'system-prefix') ?? asInInterface.system,
    owner: text(args, 'owner-prefix') ?? asInInterface.owner,
  };
  return { url: parsed.href, vocabulary };
}

async function forward(terminal: Terminal, platform: Platform, tokenFile: string | undefined): Promise<OpenUpstream> {
  const token = tokenFile === undefined ? await readTokenLine(terminal) : openTokenFile(tokenFile);
  const { createHttpUpstream } = await import('../../../../service/upstream/http.ts');
  return (permits) => ({ upstream: createHttpUpstream({ ...platform, token, ...(permits && { permits }) }) });
}

async function openRecords(path: string, switches: Partial<Switches>) {
  const { readRecordsFile, RecordsFileUnfit } = await import('../../../../service/records-file.ts');
  const { createEmbeddedUpstream } = await import('../../../../service/upstream/embedded.ts');
  try {
    return createEmbeddedUpstream({ records: await readRecordsFile(path), switches });
  } catch (fault) {
    if (fault instanceof RecordsFileUnfit) return refuse(usage.recordsFile(path, fault.message));
    if (fault instanceof Error && 'path' in fault && 'code' in fault)
      return refuse(usage.recordsFile(path, String(fault.code)));
    throw fault;
  }
}

/** `name=value,…`: how the embedded upstream behaves where CRMs differ. */
function readSwitches(args: Arguments): Partial<Switches> {
  return Object.fromEntries((list(args, 'switches') ?? []).map(readSwitch));
}

function readSwitch(given: string): readonly [name: string, value: string | number | boolean] {
  const at = given.indexOf('=');
  const [name, value] = at < 0 ? [given, ''] : [given.slice(0, at), given.slice(at + 1)];
  const usual = Object.entries(defaultSwitches).find(([each]) => each === name);
  if (!usual) return refuse(usage.unknownSwitch(name, Object.keys(defaultSwitches)));
  const choices = Object.entries(switchChoices).find(([each]) => each === name)?.[1];
  const chosen = choices?.find((each) => String(each) === value);
  if (chosen !== undefined) return [name, chosen];
  if (choices) return refuse(usage.oneOf(`--switches ${name}`, choices.map(String)));
  if (/^(\d+(\.\d+)?|Infinity)$/.test(value)) return [name, Number(value)];
  return refuse(usage.notNegative(`--switches ${name}`));
}
