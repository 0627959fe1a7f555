/** Writes outcomes: out/trust.json for programs, the table in docs/trust.md for people. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Outcome } from './run.ts';
import { mergedLines } from './table.ts';

const root = join(import.meta.dirname, '../../..');
const DOCUMENT = join(root, 'docs/trust.md');
const BEGIN = '<!-- campaigns: begin -->';
const END = '<!-- campaigns: end -->';

export function keepOutcomes(outcomes: readonly Outcome[]): void {
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(join(root, 'out/trust.json'), `${JSON.stringify({ campaigns: outcomes }, null, 2)}\n`);
}

/** Lines of campaigns that were not run stay as they are. */
export async function writeTable(outcomes: readonly Outcome[]): Promise<void> {
  const text = withTable(readFileSync(DOCUMENT, 'utf8'), outcomes);
  writeFileSync(DOCUMENT, await format(text, { ...(await resolveConfig(DOCUMENT)), filepath: DOCUMENT }));
}

/** @throws Error when the document has no place for the table. */
export function withTable(document: string, outcomes: readonly Outcome[]): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`docs/trust.md has no ${BEGIN} before ${END}`);
  const earlier = document.slice(from + BEGIN.length, to).split('\n');
  return `${document.slice(0, from + BEGIN.length)}\n\n${mergedLines(earlier, outcomes).join('\n')}\n\n${document.slice(to)}`;
}
