/** PDF: pages to read, print and keep, made without a browser and identical in every host. */
import { fail, AppFailure } from '#contract/errors.ts';
import { toPlainColumns, type Line, type ExportHead } from '#domain/exports/model.ts';
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { statementTexts } from '#texts/exports/statement.ts';
import { markCount } from '#domain/locale-forms.ts';
import type { DocumentPart, ExportDocument, FormatWriter } from '../document.ts';
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExportOptions, LineGroup, Paper } from '#domain/exports/options.ts';

// Measured, so that a file takes only seconds.
const MAX_PDF_LINES = 5000;
/** Limits lines times columns, because memory is proportional to that. */
const MAX_PDF_CELLS = 75_000;

export const pdf: FormatWriter = {
  /** @throws AppFailure `usage` if it would be too long, or cannot be made on this computer; `cancelled` */
  async write(document, file) {
    refuseTooLong(document);
    const job = await toJob(document);
    const { signal } = document;
    const answer = await printWithFallback(job, signal);
    if (answer.kind === 'absent') fail({ code: 'usage', detail: pdfWords.refusals.absent, reason: 'no-pdf-compiler' });
    if (answer.kind === 'failed') {
      const withoutLogo = removeLogo(job);
      // A client's pages are not written without the logo: only the sender can choose a different one.
      if (withoutLogo && (await printWithFallback(withoutLogo, signal)).kind === 'bytes')
        fail({ code: 'usage', detail: statementTexts.noLogo });
      throw new Error(answer.reason);
    }
    await file.write(answer.bytes);
    return { guarded: 0 };
  },
};

/** The compiler fails on rare characters, which a second attempt prints as codes. */
async function printWithFallback(job: PrintJob, signal: AbortSignal | undefined): Promise<PrintAnswer> {
  const first = await printInProcess(job, signal);
  if (first.kind !== 'failed') return first;
  const plain = await printInProcess({ ...job, isPlain: true }, signal);
  return plain.kind === 'failed' ? { kind: 'failed', reason: `${first.reason}\n${plain.reason}` } : plain;
}

/** @returns undefined if there is no logo, the only part that the compiler may be unable to read */
function removeLogo(job: PrintJob): PrintJob | undefined {
  const { letter } = job.head;
  if (!letter?.sender?.logo) return undefined;
  return { ...job, head: { ...job.head, letter: { ...letter, sender: { ...letter.sender, logo: null } } } };
}

/** Rejects a document that is too long before a line is read. */
function refuseTooLong({ lineCount, columns, outline, parts = [] }: ExportDocument): void {
  // The line count of a document that has only parts is that of its parts.
  const ownLines = columns.length === 0 ? 0 : (outline?.length ?? lineCount);
  const further = parts.map((part) => ({ lines: part.outline?.length ?? part.lines.length, columns: part.columns }));
  const lines = further.reduce((sum, part) => sum + part.lines, ownLines);
  const cells = further.reduce((sum, part) => sum + part.lines * part.columns.length, ownLines * columns.length);
  const { refusals } = pdfWords;
  if (lines > MAX_PDF_LINES)
    fail({ code: 'usage', detail: refusals.lines(markCount(lines), markCount(MAX_PDF_LINES)) });
  if (cells > MAX_PDF_CELLS)
    fail({ code: 'usage', detail: refusals.cells(markCount(cells), markCount(MAX_PDF_CELLS)) });
}

async function toJob(document: ExportDocument): Promise<PrintJob> {
  const lines: Line[] = [];
  for await (const piece of document.lines) lines.push(...piece);
  const facts = document.facts();
  const { asOf } = facts;
  const { head, currencyIndex, outline, options, chart = null, parts = [] } = document;
  return {
    head,
    columns: toPlainColumns(document.columns),
    currencyIndex,
    lines,
    outline,
    sums: document.sums(),
    chart,
    parts: parts.map((part) => ({ ...part, columns: toPlainColumns(part.columns) })),
    facts: JSON.stringify(facts, null, 2),
    asOf: typeof asOf === 'string' ? asOf : null,
    decimalMark: options.decimalMark,
    locale: options.locale,
    paper: options.paper ?? 'a4',
    groupedBy: options.groupedBy ?? 'none',
    signature: options.signature,
    isPlain: false,
  };
}

/** Paths of the program: in the source, and in the build from a chunk or from an entry. */
const programPaths = ['./pdf/worker.ts', '../pdf-worker.js', './pdf-worker.js'];

interface PrintListener {
  readonly answer: (answer: PrintAnswer) => void;
  readonly end: (status: string | number | null) => void;
  readonly fail: (cause: unknown) => void;
}

export type StartPrintProcess = (
  program: string,
  listener: PrintListener,
) => { readonly send: (job: PrintJob) => void; readonly kill: () => void };

let startPrintProcess: StartPrintProcess = (program, listener) => {
  // It inherits none of the host's start options, and its output is that of the compiler.
  const worker = fork(program, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  worker.once('message', (answer: PrintAnswer) => listener.answer(answer));
  worker.once('error', (cause) => listener.fail(cause));
  worker.once('exit', (code, signal) => listener.end(signal ?? code));
  return {
    // Sending fails if the process ended before it had read everything.
    send: (job) => void worker.send(job, () => undefined),
    // The compiler would notice a gentler signal only when it is done.
    kill: () => void worker.kill('SIGKILL'),
  };
};

/** For a host that cannot fork: the desktop's runtime is not Node. */
export function setPrintProcessStarter(start: StartPrintProcess): void {
  startPrintProcess = start;
}

/** @param signal ends the process. @returns `failed` also if the process ended without an answer. @throws AppFailure `cancelled` */
export async function printInProcess(job: PrintJob, signal?: AbortSignal): Promise<PrintAnswer> {
  if (signal?.aborted) fail({ code: 'cancelled' });
  const paths = programPaths.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const programPath = paths.find((path) => existsSync(path));
  if (programPath === undefined) throw new Error(`The program that makes PDFs is not beside ${import.meta.url}`);
  const ended = Promise.withResolvers<PrintAnswer>();
  const worker = startPrintProcess(programPath, {
    answer: ended.resolve,
    end: (status) => ended.resolve({ kind: 'failed', reason: `The process that makes PDFs ended with ${status}` }),
    fail: ended.reject,
  });
  const cancel = () => ended.reject(new AppFailure({ code: 'cancelled' }));
  signal?.addEventListener('abort', cancel, { once: true });
  worker.send(job);
  try {
    return await ended.promise;
  } finally {
    signal?.removeEventListener('abort', cancel);
    worker.kill();
  }
}

// The content of a PDF, as plain data that can be sent to the process that makes it.

export type PrintTable = Omit<DocumentPart, 'title' | 'remarks' | 'notes'>;

export interface PrintJob extends PrintTable {
  readonly head: ExportHead;
  readonly parts: readonly DocumentPart[];
  /** The manifest's facts as JSON, attached unchanged. */
  readonly facts: string;
  /** UTC timestamp of the data, which is the document's date; null if the data are not as of a single moment. */
  readonly asOf: string | null;
  readonly decimalMark: ExportOptions['decimalMark'];
  readonly locale: string | undefined;
  readonly paper: Paper;
  /** How the lines of a client's statement are grouped. */
  readonly groupedBy: LineGroup;
  readonly signature: boolean;
  /** Whether characters of scripts whose shapes depend on their neighbours are printed as codes: the compiler fails on rare sequences of them. */
  readonly isPlain: boolean;
}

export type PrintAnswer =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly reason: string };
