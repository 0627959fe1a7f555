/** Runs one of the terminal's scenarios and searches for the key everywhere it may not be. */
import { join } from 'node:path';
import { program } from '#tests/support/hosts/terminal.ts';
import { findInFiles, type Forms } from './forms.ts';
import { goodAnswer, openPlace, type Place } from './place.ts';
import type { TerminalScenario } from './terminal-scenarios.ts';
import { watch, type WatchedEnd } from './watched-process.ts';

const hook = join(import.meta.dirname, 'throw-hook.ts');

/** @returns what is wrong, a line each. */
export async function runTerminal(scenario: TerminalScenario, key: string, forms: Forms): Promise<string[]> {
  const { after, signal, codes } = scenario;
  const place = await openPlace(key, scenario.answer ?? goodAnswer);
  try {
    const wrong: string[] = [];
    if (after) {
      const prepared = await run(place, { what: '', args: () => ['sync', '--json'] });
      if (prepared.code !== 0) wrong.push(`was to be prepared, but ended with ${prepared.code}`);
      after(place);
    }
    const end = await run(place, scenario, signal);
    if (codes && !codes.includes(end.code)) wrong.push(`ended with ${end.code}, expected ${codes.join(' or ')}`);
    // An environment that is refused is refused before anything is read.
    const reads = !scenario.env?.['NODE_TLS_REJECT_UNAUTHORIZED'];
    if (reads && signal && end.dumpLimit !== NO_DUMP)
      wrong.push(`a core dump may be written, of ${end.dumpLimit} bytes`);
    wrong.push(
      ...findInTexts(end, forms, typesTheKey(scenario, place)),
      ...findInFiles(place.folder, forms),
      ...findOnTheWire(place, forms),
    );
    return wrong;
  } finally {
    await place.close();
  }
}

/** With a limit of one byte no dump is written, neither to a file nor to a program. */
export const NO_DUMP = '1';

async function run(
  place: Place,
  { args, isBare, input, env, fault }: TerminalScenario,
  signal?: NodeJS.Signals,
): Promise<WatchedEnd> {
  const own = isBare ? [] : ['--data-dir', place.data, '--base-url', place.server.origin, '--key-stdin', '--rate', '0'];
  const command = [process.execPath, ...(fault ? ['--import', hook] : []), program, ...args(place), ...own];
  const given = { ...env, ...(fault && { CANARY_FAULT: fault }) };
  const text = input?.(place.key) ?? `${place.key}\n`;
  const child = watch(command, { folder: place.fallen, env: given, input: text });
  if (!signal) return child.ended;
  await Promise.race([place.asked, child.ended]);
  child.look();
  child.kill(signal);
  // Node itself answers some signals with a report and continues.
  if (signal === 'SIGUSR2') setTimeout(() => child.kill('SIGTERM'), 500);
  return child.ended;
}

/** A user who writes the key into the argument list has put it there; it may appear nowhere else. */
function typesTheKey({ args }: TerminalScenario, place: Place): boolean {
  return args(place).some((each) => each.includes(place.key.slice(0, 12)));
}

export function findInTexts({ texts }: WatchedEnd, forms: Forms, isTyped = false): string[] {
  return Object.entries(texts).flatMap(([where, text]) => {
    const form = forms.find(Buffer.from(text, 'latin1'));
    return form === undefined || (isTyped && where.startsWith('cmdline')) ? [] : [`${where} holds ${form}`];
  });
}

/** The one header may carry it to the one listener; nothing else may. */
export function findOnTheWire({ server, foreign }: Place, forms: Forms): string[] {
  const seen = server.requests.map(
    ({ url, body, headers }) => `${url} ${body} ${JSON.stringify({ ...headers, authorization: '' })}`,
  );
  const form = forms.find(Buffer.from(seen.join('\n')));
  return [
    ...(form === undefined ? [] : [`a request holds ${form}`]),
    ...(foreign.requests.length > 0 ? ['the foreign listener was asked'] : []),
  ];
}
