/** Files that are opened to be printed, instead of being kept: a PDF, or where none can be made, a page of the same content. */
import { AppFailure, fail } from '../../../src/contract/errors.ts';
import type { Manifest } from '../../../src/contract/exports.ts';
import { pdfWords } from '../../../src/domain/exports/pdf-words.ts';
import { printView } from '../../exports/formats/pdf/print-view.ts';
import type { Paper } from '../../host/host.ts';
import type { ExportParts } from '../../questions/exports/records.ts';
import type { Parts } from './context.ts';

export function toExportParts({
  host,
  version,
  emit,
  workspace,
}: Pick<Parts, 'host' | 'version' | 'emit' | 'workspace'>): ExportParts {
  const { journal } = workspace();
  return {
    host,
    version,
    keep: (written) => {
      try {
        journal.keepWritten(written);
      } catch {
        // A full disk, say: the file is in its place, and can still be checked by its manifest.
      }
    },
    onWritten: (written, total) => emit({ event: 'export.progress', payload: { written, total } }),
  };
}

/** @throws AppFailure `usage` where this host opens no pages */
export async function onPaper(
  own: ExportParts,
  isPrinted: boolean,
  write: (parts: ExportParts) => Promise<Manifest | null>,
): Promise<Manifest | null> {
  if (!isPrinted) return write(own);
  const paper = own.host.paper ?? fail({ code: 'usage', detail: pdfWords.refusals.noPaper });
  try {
    return await write({ ...own, host: openedIn(own.host, paper, asIs) });
  } catch (error) {
    if (!isWithoutCompiler(error)) throw error;
    return write({ ...own, host: openedIn(own.host, paper, asPage), writer: printView });
  }
}

function openedIn(host: ExportParts['host'], paper: Paper, rename: (name: string) => string): ExportParts['host'] {
  return {
    ...host,
    chooseDestination: (name) => paper.place(rename(name)),
    deliver: (path) => paper.open(path),
  };
}

const asIs = (name: string) => name;
const asPage = (name: string) => name.replace(/\.pdf$/, '.html');

function isWithoutCompiler(error: unknown): boolean {
  if (!(error instanceof AppFailure) || error.error.code !== 'usage') return false;
  return 'detail' in error.error && error.error.detail === pdfWords.refusals.absent;
}
