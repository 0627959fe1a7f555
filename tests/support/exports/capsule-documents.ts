/** Documents to be exported, made up from a seed: text of all kinds, exact decimals, several currencies. */
import type { ExportDocument } from '../../../electron/exports/document.ts';
import { capsule } from '../../../electron/exports/formats/capsule.ts';
import type { ExportColumn, Line } from '../../../src/domain/exports/model.ts';
import { seeded } from '../worlds/seeded.ts';
import { makeColumn, makeDocument, writeToBuffer, type DocumentParts } from './documents.ts';

/** Named in small letters and headed by a capital, as properties are. */
export const column = (name: string, kind: ExportColumn['kind'], own: Partial<ExportColumn> = {}): ExportColumn => {
  const label = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return makeColumn(name, kind, { label, head: label, ...own });
};

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

export interface CapsuleParts extends Partial<Pick<DocumentParts, 'columns' | 'currencyAt' | 'outline'>> {
  readonly lines: readonly Line[];
  readonly title?: string;
}

export function toDocument({ columns = recordColumns, title = 'Zeiten <Q4> & mehr\u00A0–', ...parts }: CapsuleParts) {
  return makeDocument({
    currencyAt: CURRENCY_AT,
    ...parts,
    columns,
    linesAPiece: 500,
    format: 'capsule',
    facts: { lines: parts.lines.length },
    head: {
      title,
      notes: ['3 records have no “client”.'],
      sections: [{ title: 'Source', facts: [{ label: 'Service', text: 'https://service.example.com' }] }],
    },
  });
}

export async function writeCapsule(document: ExportDocument): Promise<string> {
  return (await writeToBuffer((file) => capsule.write(document, file))).toString('utf8');
}
