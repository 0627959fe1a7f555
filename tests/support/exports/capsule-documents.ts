/** Documents to be exported, made up from a seed: text of all kinds, exact decimals, several currencies. */
import { exportWords } from '../../../electron/questions/exports/words.ts';
import type { ExportDocument } from '../../../electron/exports/document.ts';
import { capsule } from '../../../electron/exports/formats/capsule.ts';
import type { ExportColumn, Line, OutlineRow } from '../../../src/domain/exports/model.ts';
import { exportOptionsSchema, settleOptions } from '../../../src/domain/exports/options.ts';
import { startSums } from '../../../src/domain/exports/sums.ts';
import { seeded } from '../worlds/seeded.ts';

export const column = (name: string, kind: ExportColumn['kind'], own: Partial<ExportColumn> = {}): ExportColumn => ({
  name,
  label: `${name[0]?.toUpperCase()}${name.slice(1)}`,
  head: `${name[0]?.toUpperCase()}${name.slice(1)}`,
  kind,
  digits: null,
  currency: null,
  adds: false,
  ...own,
});

export const recordColumns: readonly ExportColumn[] = [
  column('id', 'id'),
  column('title', 'text'),
  column('day', 'date'),
  column('start', 'datetime'),
  column('hours', 'hours', { digits: 2, adds: true }),
  column('clock', 'clock', { adds: true }),
  column('amount', 'money', { digits: 2, adds: true }),
  column('rate', 'rate', { digits: 2 }),
  column('currency', 'text'),
];
const CURRENCY_AT = 8;

const titles = [
  'Workshop “Ausblick”',
  'Prüfung & Bericht',
  '</script><script>alert(1)</script>',
  'line one\nline two\u2028three',
  'lone \uD800 surrogate',
  '東京 — 出張',
  '=SUM(A1)',
  'Review',
];

export function makeLines(seed: number, count: number): Line[] {
  const random = seeded(seed);
  const whole = (below: number) => random.between(0, below - 1);
  const two = (number: number) => String(number).padStart(2, '0');
  return Array.from({ length: count }, (_, at): Line => {
    const day = `2026-${two(1 + whole(12))}-${two(1 + whole(28))}`;
    return [
      `00${70_000 + at}`,
      titles[whole(titles.length)] ?? null,
      day,
      `${day}T${two(whole(24))}:30:00`,
      whole(9) === 0 ? null : `${whole(9)}.${two(whole(100))}`,
      String(whole(600)),
      whole(9) === 0 ? null : `${whole(3) === 0 ? '-' : ''}${whole(5000)}.${two(whole(100))}`,
      '99.5',
      whole(2) === 0 ? 'EUR' : 'CHF',
    ];
  });
}

export interface DocumentParts {
  readonly columns?: readonly ExportColumn[];
  readonly lines: readonly Line[];
  readonly currencyAt?: number | undefined;
  readonly outline?: readonly OutlineRow[];
  readonly title?: string;
}

export function toDocument({
  columns = recordColumns,
  lines,
  outline,
  title = 'Zeiten <Q4> & mehr\u00A0–',
  ...rest
}: DocumentParts): ExportDocument {
  const currencyAt = 'currencyAt' in rest ? rest.currencyAt : CURRENCY_AT;
  const options = settleOptions(exportOptionsSchema.parse({ format: 'capsule' }));
  if (!options.ok) throw new Error(options.problem);
  const sums = startSums(columns, currencyAt);
  async function* pieces() {
    for (let at = 0; at < lines.length; at += 500) {
      const piece = lines.slice(at, at + 500);
      sums.add(piece);
      yield piece;
    }
  }
  return {
    words: exportWords,
    options: options.value,
    columns,
    currencyAt,
    lines: pieces(),
    lineCount: lines.length,
    outline: outline ?? null,
    sums: () => sums.result(),
    facts: () => ({ lines: lines.length }),
    head: {
      title,
      period: 'October 2026 (1–31 Oct 2026)',
      seal: 'Complete as of 2026-11-20 12:00 UTC',
      complete: true,
      notes: ['3 records have no “client”.'],
      sections: [{ title: 'Source', facts: [{ label: 'Service', text: 'https://service.example.com' }] }],
    },
  };
}

export async function writeCapsule(document: ExportDocument): Promise<string> {
  const parts: string[] = [];
  await capsule.write(document, {
    write: async (content) => void parts.push(String(content)),
    scratch: () => Promise.reject(new Error('A capsule needs no folder')),
  });
  return parts.join('');
}
