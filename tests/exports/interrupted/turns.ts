/** Writes one file over and over, each time as one of two: what kills and full disks interrupt. */
import {
  createPrivateText,
  readPrivateText,
  toFingerprint,
  toPublicBytes,
  signMessage,
} from '#electron/exports/signature.ts';
import { writeExport, type ManifestHead } from '#electron/features/exports/write.ts';
import type { Manifest } from '#contract/exports.ts';
import { exportFormats, fileTypes, type ExportFormat } from '#domain/export-formats.ts';
import type { ExportColumn } from '#domain/exports/model.ts';
import { exportOptionsSchema, resolveOptions, type ExportPreset } from '#domain/exports/options.ts';
import { createColumnSums } from '#domain/exports/sums.ts';

/** A format, and CSV for programs, which has a description beside it. */
export const kinds = [...exportFormats, 'csv-machine'] as const;
export type Kind = (typeof kinds)[number];

export const fileName = (kind: Kind) => `a.${fileTypes[readForm(kind).format].extension}`;

const LINES = 2_000;
const PORTION = 200;
/** Setting pages takes a hundred times as long. */
const PRINTED_LINES = 60;

const column = { label: '', digits: null, currency: null };
const columns: readonly ExportColumn[] = [
  { ...column, name: 'what', head: 'What', kind: 'text', adds: false },
  { ...column, name: 'value', head: 'Value', kind: 'number', adds: true },
];

function readForm(kind: Kind): { readonly format: ExportFormat; readonly preset?: ExportPreset } {
  return kind === 'csv-machine' ? { format: 'csv', preset: 'machine' } : { format: kind };
}

const key = readPrivateText(createPrivateText());
if (!key) throw new Error('no key');
const signer = {
  fingerprint: toFingerprint(toPublicBytes(key)),
  sign: (message: Uint8Array) => signMessage(message, key),
};

/** @param turn even turns write one file, odd ones another that is longer */
export async function writeTurn(path: string, kind: Kind, turn: number): Promise<Manifest> {
  const settled = resolveOptions(exportOptionsSchema.parse(readForm(kind)));
  if (!settled.ok) throw new Error(settled.problem);
  const options = settled.value;
  const isOdd = turn % 2 === 1;
  const count = (options.format === 'pdf' ? PRINTED_LINES : LINES) * (isOdd ? 2 : 1);
  const sums = createColumnSums(columns, undefined);
  async function* lines() {
    for (let start = 0; start < count; start += PORTION) {
      const length = Math.min(PORTION, count - start);
      const piece = Array.from({ length }, (_, at) => [`${isOdd ? 'odd' : 'even'} ${start + at}`, `${start + at}.25`]);
      sums.add(piece);
      yield piece;
    }
  }
  // What no writer prints is left out.
  const head = { title: isOdd ? 'Odd' : 'Even', records: count, asOf: null } as ManifestHead;
  return writeExport(
    { path },
    {
      options,
      columns,
      currencyIndex: undefined,
      lines: lines(),
      lineCount: count,
      outline: null,
      sums: () => sums.result(),
      head: { title: head.title, period: '', seal: '', complete: true, notes: [], sections: [] },
    },
    head,
    // Of four turns two are signed: a signature must go with the file it is of.
    { signer: turn % 4 > 1 ? signer : undefined },
  );
}
