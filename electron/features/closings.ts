/** Closes months, finds what has changed since, and records the decisions on it. Spends no request. */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Output, ParsedInput } from '#contract/api.ts';
import type { ClosingDrift, ClosingLine } from '#contract/closings.ts';
import { fail } from '#contract/errors.ts';
import { decide, isStanding, type Closing } from '#domain/closing-ledger.ts';
import { isPlaced } from '#electron/exports/placed-file.ts';
import { closingTexts as texts } from '#texts/closings.ts';
import type { HandlersFor, HandlerContext } from './calls.ts';
import {
  findStillBilled,
  isSamePeriod,
  listBilledLines,
  listTables,
  openBook,
  readRecords,
  requireClosing,
  requireStanding,
  type Book,
  type StepWriter,
} from './closings-book.ts';
import { linkFiles } from './closings-sent.ts';
import { writeAdjustments } from './closings-table.ts';
import { readPeriod } from './selection.ts';
import { createClosings, refuseReopening, refuseTaken, toMinus } from './closings-create.ts';
import { compareAll, listStates, readMonth } from './closings-today.ts';

export function closingHandlers(context: HandlerContext): HandlersFor<'closings'> {
  const now = () => context.now();
  const stamp = () => ({ at: new Date(now()).toISOString(), who: context.workspace().getUserName() });
  const add: StepWriter['add'] = (book, steps) => {
    book.workspace.memory.closings.add(book.steps.length, steps);
    context.emit({ event: 'data.changed', payload: {} });
  };
  const stepWriter: StepWriter = { stamp, add };
  return {
    'closings.create': (input, signal) => createClosings(context.workspace(), input, now(), stepWriter, signal),
    'closings.list': async ({ period }) => {
      const workspace = context.workspace();
      const chosenPeriod = period === undefined ? undefined : await readPeriod(period, workspace);
      const { closings } = openBook(workspace).ledger;
      return {
        closings: closings.filter((closing) => !chosenPeriod || isSamePeriod(closing.period, chosenPeriod)).map(toLine),
      };
    },
    'closings.show': (input, signal) => showClosing(openBook(context.workspace()), input, signal),
    'closings.drift': async ({ number, period, limit }, signal) => {
      const book = openBook(context.workspace());
      const chosen = await chooseClosings(book, number, period);
      const compared = await compareAll(book, chosen, signal);
      const lines = compared.flatMap(({ lines: own }) => own);
      return {
        lines: lines.slice(0, limit),
        total: lines.length,
        digest: digestLines(lines),
        equations: compared.flatMap(({ closing, equations }) =>
          equations.map((equation) => ({ ...equation, closing: closing.number })),
        ),
        complete: compared.every(({ complete }) => complete),
      };
    },
    'closings.decide': async ({ number, ids, decision, reason, expected }, signal) => {
      const book = openBook(context.workspace());
      const closing = requireStanding(book, number);
      const [{ lines, complete } = fail({ code: 'unexpected' })] = await compareAll(book, [closing], signal);
      if (!complete) fail({ code: 'usage', detail: texts.incomplete });
      if (
        !linkFiles(book, [closing])
          .get(number)
          ?.files.some(({ bills }) => bills)
      )
        fail({ code: 'usage', detail: texts.notSent(number) });
      if (expected !== undefined && expected !== digestLines(lines))
        fail({ code: 'usage', detail: texts.others(number) });
      const byId = new Map(lines.map((line) => [line.id, line]));
      const chosen = ids
        ? [...new Set(ids)].map((id) => byId.get(id) ?? fail({ code: 'usage', detail: texts.noDrift(id) }))
        : lines;
      if (chosen.length === 0) fail({ code: 'usage', detail: texts.nothingOpen });
      if (decision !== 'ignore') refuseBilled(book, chosen);
      const decided = chosen.flatMap((line) => decide(closing, line, decision));
      add(book, [{ step: { kind: 'decide', ...stamp(), closing: number, decision, reason, lines: decided } }]);
      const updatedBook = openBook(context.workspace());
      const [compared] = await compareAll(updatedBook, [requireStanding(updatedBook, number)], signal);
      return {
        decided: chosen.length,
        left: compared?.lines.length ?? 0,
        equations: [...(compared?.equations ?? [])],
      };
    },
    'closings.adjust': (input) => writeAdjustments(openBook(context.workspace()), input, context.host, stepWriter),
    'closings.reopen': async ({ number, reason }) => {
      const book = openBook(context.workspace());
      refuseReopening(book, requireStanding(book, number));
      add(book, [{ step: { kind: 'reopen', ...stamp(), closing: number, reason } }]);
      return toLine(requireClosing(openBook(context.workspace()), number));
    },
    'closings.cancel': async ({ number, reason }) => {
      const book = openBook(context.workspace());
      const closing = requireStanding(book, number);
      refuseTaken(book, number);
      const step = { ...toMinus(book, closing), ...stamp(), reason };
      add(book, [{ step }]);
      return toLine(requireClosing(openBook(context.workspace()), step.number));
    },
    'closings.states': async ({ period, limit }, signal) => {
      const workspace = context.workspace();
      return listStates(openBook(workspace), await readPeriod(period, workspace), limit, signal);
    },
    'closings.month': async ({ period }, signal) => {
      const workspace = context.workspace();
      return readMonth(openBook(workspace), await readPeriod(period, workspace), now(), signal);
    },
    'closings.log': async () => ({ steps: [...openBook(context.workspace()).steps] }),
  };
}

/** Refuses records that came later and are in a file that bills, because a decision would bill them once more. */
function refuseBilled(book: Book, lines: readonly ClosingDrift[]): void {
  const appeared = lines.flatMap(({ kind, id }) => (kind === 'appeared' ? [id] : []));
  const [first] = findStillBilled(book, appeared, true);
  if (!first) return;
  const file = book.workspace.memory.sent.file(first[1])?.file ?? '';
  fail({ code: 'usage', detail: texts.isBilled(first[0], file) });
}

/** Short enough to be typed. */
const digestLines = (lines: readonly ClosingDrift[]) => hash('sha256', JSON.stringify(lines)).slice(0, 12);

async function chooseClosings(book: Book, number: number | undefined, period: string | undefined): Promise<Closing[]> {
  if ((number === undefined) === (period === undefined)) fail({ code: 'usage', detail: texts.periodOrNumber });
  if (number !== undefined) return [requireStanding(book, number)];
  const chosenPeriod = await readPeriod(period ?? '', book.workspace);
  return book.ledger.closings.filter((closing) => isStanding(closing) && isSamePeriod(closing.period, chosenPeriod));
}

function toLine({ lines, ...closing }: Closing): ClosingLine {
  return { ...closing, decisions: lines.length };
}

async function showClosing(
  book: Book,
  { number, records }: ParsedInput<'closings.show'>,
  signal: AbortSignal | undefined,
): Promise<Output<'closings.show'>> {
  const { ledger } = book;
  const closing = requireClosing(book, number);
  const [compared] = isStanding(closing) ? await compareAll(book, [closing], signal) : [];
  const carriedLines = new Map(ledger.carried.map((line) => [`${line.step} ${line.id}`, line]));
  const lines = isStanding(closing) || closing.cancels !== null ? listBilledLines(book, closing) : [];
  const tables = listTables(book, number).flatMap(({ sentFile: file }) =>
    file ? [{ file, same: true, bills: true }] : [],
  );
  const linked = [...tables.toReversed(), ...(linkFiles(book, [closing]).get(number)?.files ?? [])];
  const files = linked.map(async ({ file, same, bills }) => ({
    ...file,
    bills,
    same,
    place: file.path === null ? null : await checkPlacedFile(file.path, file.sha256),
  }));
  return {
    closing: toLine(closing),
    ...(records && { records: readRecords(book, closing) }),
    equations: [...(compared?.equations ?? [])],
    drift: compared?.lines.length ?? 0,
    lines: lines.length,
    unwritten: lines.filter(({ isWritten }) => !isWritten).length,
    files: await Promise.all(files),
    decided: closing.lines.map((line) => ({
      ...line,
      takenBy: carriedLines.get(`${line.step} ${line.id}`)?.takenBy ?? null,
    })),
    carried: closing.carried.flatMap(({ closing: origin, step, id }) => {
      const line = carriedLines.get(`${step} ${id}`);
      return line ? [{ ...line, period: requireClosing(book, origin).period.text }] : [];
    }),
    complete: compared?.complete ?? true,
  };
}

async function checkPlacedFile(path: string, sha256: string): Promise<'as-sent' | 'changed' | 'gone' | null> {
  const isInPlace = await isPlaced(path, sha256);
  if (isInPlace === undefined) return null;
  return isInPlace ? 'as-sent' : existsSync(path) ? 'changed' : 'gone';
}
