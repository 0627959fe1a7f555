/** The report as people read it. */
import type { Outcome } from './rule.ts';
import type { Report, Result } from './suite.ts';

const marks: Readonly<Record<Outcome, string>> = { held: 'held   ', broken: 'BROKEN ', untried: 'untried' };

export function printResult({ rule, states, outcome, evidence }: Result): string {
  return `${marks[outcome]} ${rule.padEnd(7)} ${states}\n                ${evidence}`;
}

/** @returns each section in a line, then what broke, then the sum. */
export function printReport({ results, requests, held, broken, untried }: Report): string {
  const sections = [...new Set(results.map(({ section }) => section))].toSorted(compareSections);
  const lines = sections.map((section) => {
    const own = results.filter((each) => each.section === section);
    const count = (outcome: Outcome) => own.filter((each) => each.outcome === outcome).length;
    return `section ${section.padEnd(4)} ${count('held')} held, ${count('broken')} broken, ${count('untried')} untried`;
  });
  const sum = `${held} of ${held + broken} rules held, ${untried} untried, ${requests} requests`;
  return ['', ...lines, '', sum].join('\n');
}

function compareSections(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
