/** Row 11: texts stay texts and numbers numbers in files, whatever opens them, and a column's sum is the store's. */
import { toUnits, formatUnits } from '#domain/decimal.ts';
import { sameNumber } from '#tests/oddities/reckoning.ts';
import type { Campaign } from '../campaign-shape.ts';
import { amountColumns, columns, exportWorld, textColumns, type Exported } from './ledger-world.ts';
import { hasOffice, readByOffice, type OfficeCell } from './office.ts';
import { payloads } from './payloads.ts';
import { couldRun, readByLetter, readByOther, separators, type Separator } from './strict-rule.ts';

const AMOUNTS = 10_000;
/** LibreOffice takes seconds for each reading: it reads the longer runs. */
const FEWEST_FOR_OFFICE = 1_000;
const names = Object.keys(separators) as Separator[];
const OWN: Separator = 'comma';

export const formulaFiles: Campaign = {
  row: 11,
  name: 'formula-files',
  holds:
    'no cell of a file is a formula, no number is turned to text, and each column adds up to the store’s sum (CSV; XLSX when it is there)',
  promised: payloads.length * names.length + AMOUNTS,
  short: 240,
  async run({ count, seed, tell }) {
    const texts = Math.min(payloads.length, Math.max(1, Math.floor(count / 8)));
    const amounts = Math.max(amountColumns.length, count - texts * names.length);
    const exported = await exportWorld(texts, amounts, seed);
    try {
      tell(`${exported.given.length} records are exported`);
      const isOfficeThere = count >= FEWEST_FOR_OFFICE && hasOffice();
      const wrong = [...findByLetter(exported), ...(isOfficeThere ? findByOffice(exported) : [])];
      const readers = isOfficeThere
        ? 'LibreOffice and the strict rule'
        : `the strict rule alone, ${count < FEWEST_FOR_OFFICE ? 'as in every short run' : 'for there is no LibreOffice here'}`;
      return {
        reached: texts * names.length + amounts,
        failures: wrong.map((each) => `seed ${seed}: ${each}`),
        told: `${texts} payloads in ${textColumns.length} places by ${names.length} separators, ${amounts} signed amounts; read by ${readers}`,
      };
    } finally {
      exported.dispose();
    }
  },
};

function findByLetter({ text, given, totals }: Exported): string[] {
  const wrong: string[] = [];
  const [, ...rows] = readByLetter(text);
  if (rows.length !== given.length) wrong.push(`${rows.length} lines for ${given.length} records`);
  for (const cells of rows) {
    for (const [at, name] of columns.entries()) {
      const cell = cells[at] ?? '';
      const isText = textColumns.includes(name);
      if (isText && couldRun(cell, true)) wrong.push(`${name} of ${cells[0]} could run: ${JSON.stringify(cell)}`);
      const meant = given[Number(cells[0]) - 1]?.[name] ?? '';
      if (isText ? !isTextOf(cell, meant) : name !== 'sys_object_id' && sameNumber(cell) !== sameNumber(meant))
        wrong.push(`${name} of ${cells[0]} is ${JSON.stringify(cell)}, given was ${JSON.stringify(meant)}`);
    }
  }
  for (const name of amountColumns) {
    const sum = formatUnits(rows.reduce((units, cells) => units + toUnits(cells[columns.indexOf(name)] ?? ''), 0n));
    if (sum !== totals[name]) wrong.push(`${name} adds up to ${sum} in the file, ${totals[name]} in the store`);
  }
  for (const separator of names.filter((each) => each !== OWN)) {
    const running = readByOther(text, separator)
      .flat()
      .filter((cell) => couldRun(cell, false));
    wrong.push(...running.map((cell) => `by ${separator} a cell could run: ${JSON.stringify(cell)}`));
  }
  return wrong;
}

/** The text with nothing but guards put in. */
function isTextOf(cell: string, meant: string): boolean {
  const [had, has] = [meant, cell].map((each) => each.replaceAll("'", ''));
  return had === has;
}

function findByOffice({ path, folder, totals }: Exported): string[] {
  return names.flatMap((separator) => {
    const rows = readByOffice(path, separators[separator].charCodeAt(0), folder);
    const formulas = rows.flatMap((cells, at) =>
      cells.flatMap(({ isFormula }, column) =>
        isFormula ? [`LibreOffice by ${separator}: line ${at + 1}, cell ${column + 1} is a formula`] : [],
      ),
    );
    return [...formulas, ...(separator === OWN ? findWrongNumbers(rows.slice(1), totals) : [])];
  });
}

function findWrongNumbers(rows: readonly (readonly OfficeCell[])[], totals: Exported['totals']): string[] {
  const records = rows.filter(([first]) => first && first.type !== '');
  return amountColumns.flatMap((name) => {
    const cells = records.map((cells) => cells[columns.indexOf(name)]);
    const texts = cells.filter((cell) => cell?.type !== 'float').length;
    if (texts > 0) return [`LibreOffice: ${texts} of ${name} are no numbers`];
    const sum = formatUnits(cells.reduce((units, cell) => units + toUnits(cell?.value ?? ''), 0n));
    return sum === totals[name] ? [] : [`LibreOffice: ${name} adds up to ${sum}, ${totals[name]} in the store`];
  });
}
