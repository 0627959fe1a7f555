/** What stands in a file's column for what was received, reckoned without the app's code. */
import { printedUnits, readReceivedNumber, readReceivedText } from '#tests/oddities/reckoning.ts';
import type { OddRecord, OddWorld } from '#tests/oddities/world.ts';
import { ID, numberColumns, textColumns } from './world.ts';
import type { ReadLine } from '../data-readers.ts';

interface Meant {
  readonly cell: string | null;
  readonly isUnreadable: boolean;
}

export function meantFor(name: string, { received }: OddRecord): Meant {
  const json = received.get(name) ?? 'null';
  if (textColumns.includes(name)) {
    const text = readReceivedText(json);
    return { cell: text ?? null, isUnreadable: text === undefined };
  }
  const reading = readReceivedNumber(json);
  return {
    cell: reading.kind === 'number' ? printedUnits(reading.units) : null,
    isUnreadable: reading.kind === 'unreadable',
  };
}

/** As files show what could not be read: a text as it came, anything else as its JSON. */
function shown(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' && value.isWellFormed() ? value : json;
}

/** @returns a line for everything of a file for programs that is not what was received. */
export function findWrongLines(lines: readonly ReadLine[], { records }: OddWorld): string[] {
  if (lines.length !== records.length) return [`${lines.length} lines for ${records.length} records`];
  return records.flatMap((record) => {
    const line = lines.find((each) => each[ID] === String(record.id));
    if (!line) return [`record ${record.id} is missing`];
    const received = line['unreadable'] == null ? {} : (JSON.parse(line['unreadable']) as Record<string, string>);
    return [...textColumns, ...numberColumns].flatMap((name) => {
      const { cell, isUnreadable } = meantFor(name, record);
      const json = record.received.get(name) ?? 'null';
      const wrongCell = line[name] === cell ? [] : [`${name} of ${json} is ${JSON.stringify(line[name])}`];
      const kept = isUnreadable ? shown(json) : undefined;
      const wrongKept =
        received[name] === kept ? [] : [`${name}: of ${json} is kept ${JSON.stringify(received[name])}`];
      return [...wrongCell, ...wrongKept];
    });
  });
}

/** Its characters but those that guards put in or show otherwise. */
export function withoutGuards(text: string, isGuarded = true): string {
  const literal = isGuarded ? /^="([^"]*)"$/s.exec(text)?.[1] : undefined;
  return (
    (literal ?? text)
      .replaceAll("'", '')
      // eslint-disable-next-line no-control-regex -- they are what it looks for
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, (character) =>
        String.fromCharCode(0x2400 + character.charCodeAt(0)),
      )
      .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
  );
}
