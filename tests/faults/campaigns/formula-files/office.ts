/** A file read by LibreOffice, where it is installed: which cells are formulas, which numbers, which texts. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const OFFICE = 'soffice';

export interface OfficeCell {
  /** `float`, `string`, …; '' for an empty one. */
  readonly type: string;
  readonly isFormula: boolean;
  /** Of a number: as the document writes it. */
  readonly value: string;
}

/** Without soffice, files are read by the strict rule alone, and the campaign says so. */
export function hasOffice(): boolean {
  return spawnSync(OFFICE, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Imports with formulas evaluated, as a person who opens the file and says yes.
 * @param separator its character code. @param folder for the profile and the result. @returns rows of cells.
 */
export function readByOffice(path: string, separator: number, folder: string): OfficeCell[][] {
  const out = join(folder, `office-${separator}`);
  const filter = `CSV:${separator},34,76,1,,0,false,true,false,false,false,-1,true`;
  const args = [
    '--headless',
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    '--convert-to',
    'fods',
    `--infilter=${filter}`,
    '--outdir',
    out,
    path,
  ];
  const done = spawnSync(OFFICE, args, { encoding: 'utf8', timeout: 240_000 });
  if (done.status !== 0) throw new Error(`LibreOffice did not read the file: ${done.stderr}`);
  return rowsOf(readFileSync(join(out, basename(path).replace(/\.csv$/, '.fods')), 'utf8'));
}

const ROW = /<table:table-row([^>]*?)(?:\/>|>(.*?)<\/table:table-row>)/gs;
const CELL = /<table:table-cell([^>]*?)(?:\/>|>.*?<\/table:table-cell>)/gs;

function rowsOf(document: string): OfficeCell[][] {
  return [...document.matchAll(ROW)].map(([, , inner = '']) =>
    [...inner.matchAll(CELL)].flatMap(([, attributes = '']) => cellsOf(attributes)),
  );
}

/** Equal cells beside each other are written once. */
function cellsOf(attributes: string): OfficeCell[] {
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
  const cell = {
    type: attribute('office:value-type') ?? '',
    isFormula: attribute('table:formula') !== undefined,
    value: attribute('office:value') ?? '',
  };
  // The rest of a row to its very end is one empty cell a thousand times.
  const times =
    cell.type === ''
      ? Math.min(Number(attribute('table:number-columns-repeated') ?? 1), 64)
      : Number(attribute('table:number-columns-repeated') ?? 1);
  return Array.from({ length: times }, () => cell);
}
