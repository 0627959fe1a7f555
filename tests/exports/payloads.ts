/** `npm run campaign -- payloads`: files for spreadsheets opened by LibreOffice, every text compared with what was received. */
import { join } from 'node:path';
import { meantFor, withoutGuards } from './payloads/expected.ts';
import { hasOffice } from '../support/exports/office.ts';
import { openInOffice } from './payloads/office.ts';
import { openPayloads, textColumns, type PayloadApp } from './payloads/world.ts';

const separators = { comma: 0x2c, semicolon: 0x3b, tab: 0x09 } as const;

if (!hasOffice()) {
  console.error('LibreOffice (soffice) is not installed here: nothing was compared.');
  process.exit(2);
}
const app = await openPayloads();
let wrong: string[] = [];
let compared = 0;
let asReceived = 0;
try {
  for (const separator of Object.keys(separators) as (keyof typeof separators)[]) {
    const name = `${separator}.csv`;
    const decimalMark = separator === 'semicolon' ? 'comma' : 'point';
    const written = await app.write(name, {
      format: 'csv',
      preset: 'excel',
      heads: 'names',
      names: false,
      separator,
      decimalMark,
    });
    if ('refused' in written) throw new Error(`${name} was refused: ${written.refused.code}`);
    for (const detects of [false, true]) {
      const found = compare(app, name, separators[separator], detects);
      wrong = [...wrong, ...found];
      console.log(
        `${separator}, special numbers ${detects ? 'looked for' : 'left alone'}: ${found.length} wrong, ${written.manifest?.guarded} guarded`,
      );
    }
  }
} finally {
  await app.close();
}
for (const line of wrong) console.log(line);
console.log(
  `${app.world.records.length} payloads, ${compared} texts compared: ${asReceived} as received, ${compared - asReceived - wrong.length} with a guard that is seen, ${wrong.length} changed`,
);
process.exitCode = wrong.length > 0 ? 1 : 0;

function compare({ world, folder }: PayloadApp, name: string, separator: number, detects: boolean): string[] {
  const [heads = [], ...rows] = openInOffice(join(folder, name), { separator, detects }, folder);
  const places = new Map(heads.map(({ text }, at) => [text, at]));
  return world.records.flatMap((record, line) =>
    textColumns.flatMap((column) => {
      const cell = rows[line]?.[places.get(column) ?? -1];
      const meant = toOfficeLines(meantFor(column, record).cell ?? '');
      compared += 1;
      const isPlain = /^(0|[1-9]\d{0,10})$/.test(meant);
      if (cell?.text === meant && (cell.type === 'string' || meant === '' || isPlain)) {
        asReceived += 1;
        return [];
      }
      const shown = cell && cell.type === 'string' ? withoutGuards(cell.text, false) : undefined;
      return shown === withoutGuards(meant, false)
        ? []
        : [`${name} (${detects}): ${JSON.stringify(meant)} is ${JSON.stringify(cell)}`];
    }),
  );
}

/** A cell of LibreOffice has one kind of line end. */
function toOfficeLines(text: string): string {
  return text.replaceAll(/\r\n|\r/g, '\n');
}
