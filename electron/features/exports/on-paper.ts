/** Writes files that are opened to be printed instead of being kept: a PDF, or, if none can be made, an HTML page of the same content. */
import { AppFailure, fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { printView } from '#electron/exports/formats/html.ts';
import type { Paper } from '#electron/host/host.ts';
import type { ExportContext } from './pipeline.ts';
import { rememberLeaving } from './sent.ts';
import type { HandlerContext } from '#electron/features/calls.ts';
import { refuseUnlikeClosing } from '#electron/features/closings-sent.ts';

export function toExportContext({
  host,
  version,
  emit,
  workspace,
  now,
}: Pick<HandlerContext, 'host' | 'version' | 'emit' | 'workspace' | 'now'>): ExportContext {
  const current = workspace();
  const { journal } = current;
  return {
    host,
    version,
    keep: (written) => {
      try {
        journal.saveWrittenExports(written);
      } catch {
        // If, for example, the disk is full, the file is still in its place and can be checked by its manifest.
      }
    },
    register: (toSend, leaving) => {
      refuseUnlikeClosing(current, toSend, leaving);
      return rememberLeaving(current, toSend, leaving, now);
    },
    onWritten: (written, total) => emit({ event: 'export.progress', payload: { written, total } }),
  };
}

/** @throws AppFailure `usage` if this host cannot open pages */
export async function writePrintable(
  exportContext: ExportContext,
  isPrinted: boolean,
  write: (context: ExportContext) => Promise<Manifest | null>,
): Promise<Manifest | null> {
  if (!isPrinted) return write(exportContext);
  const paper = exportContext.host.paper ?? fail({ code: 'usage', detail: pdfWords.refusals.noPaper });
  // A page to be printed is only viewed here, so no file is registered as sent.
  const printed = { ...exportContext, register: undefined };
  try {
    return await write({ ...printed, host: hostForPrinting(exportContext.host, paper, keepName) });
  } catch (error) {
    if (!isWithoutCompiler(error)) throw error;
    return write({ ...printed, host: hostForPrinting(exportContext.host, paper, useHtmlName), writer: printView });
  }
}

function hostForPrinting(
  host: ExportContext['host'],
  paper: Paper,
  rename: (name: string) => string,
): ExportContext['host'] {
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
