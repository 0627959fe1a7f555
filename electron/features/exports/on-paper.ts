/** Files that are opened to be printed, instead of being kept: a PDF, or where none can be made, a page of the same content. */
import { AppFailure, fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { printView } from '#electron/exports/formats/html.ts';
import type { Paper } from '#electron/host/host.ts';
import type { ExportParts } from './pipeline.ts';
import { rememberLeaving } from './sent.ts';
import type { Parts } from '#electron/features/calls.ts';
import { refuseUnlikeClosing } from '#electron/features/closings-sent.ts';

export function toExportParts({
  host,
  version,
  emit,
  workspace,
  now,
}: Pick<Parts, 'host' | 'version' | 'emit' | 'workspace' | 'now'>): ExportParts {
  const current = workspace();
  const { journal } = current;
  return {
    host,
    version,
    keep: (written) => {
      try {
        journal.keepWritten(written);
      } catch {
        // The disk may be full, for example: the file is in its place, and can still be checked by its manifest.
      }
    },
    register: (toSend, leaving) => {
      refuseUnlikeClosing(current, toSend, leaving);
      return rememberLeaving(current, toSend, leaving, now);
    },
    onWritten: (written, total) => emit({ event: 'export.progress', payload: { written, total } }),
  };
}

/** @throws AppFailure `usage` where this host opens no pages */
export async function writePrintable(
  exportParts: ExportParts,
  isPrinted: boolean,
  write: (parts: ExportParts) => Promise<Manifest | null>,
): Promise<Manifest | null> {
  if (!isPrinted) return write(exportParts);
  const paper = exportParts.host.paper ?? fail({ code: 'usage', detail: pdfWords.refusals.noPaper });
  // A page that is printed is looked at here, and no file leaves.
  const printed = { ...exportParts, register: undefined };
  try {
    return await write({ ...printed, host: hostForPrinting(exportParts.host, paper, keepName) });
  } catch (error) {
    if (!isWithoutCompiler(error)) throw error;
    return write({ ...printed, host: hostForPrinting(exportParts.host, paper, useHtmlName), writer: printView });
  }
}

function hostForPrinting(
  host: ExportParts['host'],
  paper: Paper,
  rename: (name: string) => string,
): ExportParts['host'] {
  return {
    ...host,
    chooseDestination: (name) => paper.place(rename(name)),
    deliver: (path) => paper.open(path),
  };
}

const keepName = (name: string) => name;
const useHtmlName = (name: string) => name.replace(/\.pdf$/, '.html');

function isWithoutCompiler(error: unknown): boolean {
  return error instanceof AppFailure && error.error.code === 'usage' && error.error.reason === 'no-pdf-compiler';
}
