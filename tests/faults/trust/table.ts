/** Outcomes of campaigns as lines of a Markdown table, which people read in the terminal and in docs/trust.md alike. */
import { isKept, listBroken, type Outcome } from './run.ts';

const HEAD = '| Row | Campaign | What must hold | Reached / promised | Result | Made of | Seed, date, time |';
const RULE = '| --- | --- | --- | --- | --- | --- | --- |';

export function tableRow(outcome: Outcome): string {
  const { row, name, holds, reached, promised, told, seed, date, seconds } = outcome;
  const counts = `${reached.toLocaleString('en')} / ${promised.toLocaleString('en')}`;
  const cells = [row, `\`${name}\``, holds, counts, resultOf(outcome), told, `${seed}, ${date}, ${seconds} s`];
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
}

export function tableLines(outcomes: readonly Outcome[]): string[] {
  return [HEAD, RULE, ...outcomes.map(tableRow)];
}

function resultOf(outcome: Outcome): string {
  if (isKept(outcome)) return 'held';
  const broken = listBroken(outcome).length;
  return broken > 0 ? `BROKEN ${broken} times` : 'not run to its end';
}

/** From a table written earlier, the lines of campaigns that were not run now; in the order of their rows. */
export function mergedLines(earlier: readonly string[], outcomes: readonly Outcome[]): string[] {
  const fresh = new Map(outcomes.map((outcome) => [outcome.name, tableRow(outcome)]));
  const kept = earlier.filter((line) => /^\| *\d/.test(line) && !fresh.has(nameIn(line)));
  const rows = [...kept, ...fresh.values()];
  return [HEAD, RULE, ...rows.toSorted((a, b) => rowIn(a) - rowIn(b) || nameIn(a).localeCompare(nameIn(b)))];
}

const rowIn = (line: string) => Number(line.split('|')[1]);
const nameIn = (line: string) => line.split('|')[2]?.trim().replaceAll('`', '') ?? '';
