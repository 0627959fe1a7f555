/** What a workbook says besides its figures: notes in words, and the manifest's facts. */
import type { ExportHead } from '../../../../src/domain/exports/model.ts';
import type { WorkbookWords } from '../../../../src/domain/exports/workbook-words.ts';
import { drawText } from './cells.ts';
import type { SheetRow } from './sheet.ts';
import type { Styles } from './styles.ts';
import { cutText } from './xml.ts';

export interface Said {
  readonly words: WorkbookWords;
  readonly styles: Styles;
}

export const noteWidths = [120];
export const manifestWidths = [40, 100];

export function toNoteRows(head: ExportHead, remarks: readonly string[], { words, styles }: Said): SheetRow[] {
  const { title, bold, wraps } = toLooks(styles);
  const line = (text: string, style = wraps): SheetRow => ({ cells: [drawText(cutText(text, words.cut), style)] });
  const empty: SheetRow = { cells: [] };
  return [
    line(head.title, title),
    line(head.period),
    line(head.seal, bold),
    empty,
    line(words.notes, bold),
    ...(head.notes.length > 0 ? head.notes.map((note) => line(note)) : [line(words.noNotes)]),
    ...(remarks.length > 0 ? [empty, line(words.aboutWorkbook, bold), ...remarks.map((remark) => line(remark))] : []),
  ];
}

export function toManifestRows(
  { sections }: ExportHead,
  facts: Readonly<Record<string, unknown>>,
  { words, styles }: Said,
): SheetRow[] {
  const { bold, wraps } = toLooks(styles);
  const pair = (label: string, text: string): SheetRow => ({
    cells: [drawText(cutText(label, words.cut), wraps), drawText(cutText(text, words.cut), wraps)],
  });
  const heading = (text: string): SheetRow => ({ cells: [drawText(text, bold)] });
  return [
    ...sections.flatMap((section) => [
      heading(section.title),
      ...section.facts.map(({ label, text }) => pair(label, text)),
      { cells: [] },
    ]),
    heading(words.allFacts),
    ...flatten(facts, '').map(([path, text]) => pair(path, text)),
  ];
}

function toLooks(styles: Styles) {
  return {
    title: styles.find({ font: 'title' }),
    bold: styles.find({ font: 'bold' }),
    wraps: styles.find({ format: '@', wraps: true }),
  };
}

/** Every value by its path, `notes[0].code`. Nothing that is empty is left out. */
function flatten(value: unknown, path: string): [string, string][] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length > 0) return value.flatMap((each, at) => flatten(each, `${path}[${at}]`));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length > 0) {
      return entries.flatMap(([name, each]) => flatten(each, path === '' ? name : `${path}.${name}`));
    }
  }
  return [[path, typeof value === 'string' ? value : JSON.stringify(value)]];
}
