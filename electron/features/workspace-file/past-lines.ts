/**
 * Writes a workspace's past as lines of a saved workspace: the change log, the register of sent files and the closings, piece by piece as
 * they are stored. When they are read, each merge, file and step is proven by its digest, which covers the one before it.
 */
import { z } from 'zod';
import { AppFailure, fail } from '#contract/errors.ts';
import {
  cutSchema,
  entrySchema,
  type Cells,
  mergeSchema,
  type ChangeLog,
  type ProvenMerge,
} from '#electron/history/change-log.ts';
import {
  listColumnNames,
  provenStepSchema,
  type ClosingsStore,
  type ProvenStep,
} from '#electron/history/closings-store.ts';
import { provenSchema, stepSchema, type ProvenFile, type SentRegister } from '#electron/history/sent-register.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { limits, refuse } from './parts.ts';

const LINE_ENTRIES = 500;
/** The number of packed bytes in one line. */
const PIECE_BYTES = 1024 * 1024;

const piece = z.strictObject({ kind: z.literal('piece'), body: z.base64(), isLast: z.boolean() });
const changesLineSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('merge'),
    merge: mergeSchema.extend({ state: z.string().max(limits.stateCharacters) }),
    digest: z.string(),
  }),
  z.strictObject({ kind: z.literal('cut'), cut: cutSchema }),
  z.strictObject({ kind: z.literal('entries'), entries: z.array(entrySchema) }),
  piece,
]);
const sentLineSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), file: provenSchema }),
  piece,
  z.strictObject({ kind: z.literal('step'), step: stepSchema }),
]);
const closingsLineSchema = z.discriminatedUnion('kind', [
  // The body of a step comes in pieces like its columns, because a decision may cover all records.
  z.strictObject({ kind: z.literal('closing'), step: provenStepSchema.omit({ body: true }) }),
  piece,
]);

function* writePieces(body: Uint8Array): Generator<readonly string[]> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  for (let at = 0; at === 0 || at < bytes.length; at += PIECE_BYTES) {
    const [text, isLast] = [bytes.toString('base64', at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length];
    yield [JSON.stringify({ kind: 'piece', body: text, isLast } satisfies z.input<typeof piece>)];
  }
}

/** @param merges those that the records of the file include */
export function* writeChangesLines(
  log: Pick<ChangeLog, 'bodies' | 'cut' | 'differences' | 'known'>,
  merges: readonly ProvenMerge[],
): Generator<readonly string[]> {
  const print = (line: z.input<typeof changesLineSchema>) => [JSON.stringify(line)];
  const cut = log.cut();
  if (cut) yield print({ kind: 'cut', cut });
  // No merge in the file holds the names and settings that were not changed since the cut.
  const entries = cut ? [...listEntriesAt(log, cut.number)] : [];
  for (let at = 0; at < entries.length; at += LINE_ENTRIES)
    yield print({ kind: 'entries', entries: entries.slice(at, at + LINE_ENTRIES) });
  for (const { merge, digest } of merges) {
    yield print({ kind: 'merge', merge, digest });
    for (const body of log.bodies(merge.number)) yield* writePieces(body);
  }
  if (log.cut()?.number !== cut?.number) fail({ code: 'usage', detail: texts.removedMeanwhile });
}

/** Lists the entries of the journal as they were after a merge. */
function* listEntriesAt(log: Pick<ChangeLog, 'differences' | 'known'>, merge: number): Generator<[string, Cells]> {
  const entries = new Map<string, Cells | null>(log.known());
  const later = [...log.differences(merge, Number.MAX_SAFE_INTEGER, ['journal'])];
  for (const { differences } of later.toReversed())
    for (const [entry, before] of differences) entries.set(entry, before);
  for (const [entry, cells] of entries) if (cells) yield [entry, cells];
}

export function* writeSentLines(register: SentRegister): Generator<readonly string[]> {
  const print = (line: z.input<typeof sentLineSchema>) => [JSON.stringify(line)];
  // Steps are read first, so that they do not include those of a file that is added meanwhile.
  const [steps, files] = [register.steps(), register.proven()];
  for (const file of files) {
    yield print({ kind: 'file', file });
    yield* writePieces(register.packed(file.number));
  }
  for (const step of steps) yield print({ kind: 'step', step });
}

export function* writeClosingsLines(closings: Pick<ClosingsStore, 'proven' | 'packed'>): Generator<readonly string[]> {
  for (const proven of closings.proven()) {
    const { body, ...step } = proven;
    yield [JSON.stringify({ kind: 'closing', step } satisfies z.input<typeof closingsLineSchema>)];
    for (const part of [Buffer.from(body), ...closings.packed(proven)]) yield* writePieces(part);
  }
}

/** Exceeds the packed size of a refresh of a million records, or of a file with all of them. */
const MAX_BODY_BYTES = 256 * PIECE_BYTES;

/** Joins pieces to bodies. */
function createBodyReader() {
  let pieces: Buffer[] = [];
  let length = 0;
  return {
    /** @returns the complete body once the last piece has arrived */
    add({ body, isLast }: z.output<typeof piece>): Buffer | undefined {
      const bytes = Buffer.from(body, 'base64');
      length += bytes.length;
      if (length > MAX_BODY_BYTES) refuse(texts.pastTooLarge(MAX_BODY_BYTES));
      pieces.push(bytes);
      if (!isLast) return undefined;
      const complete = Buffer.concat(pieces);
      pieces = [];
      length = 0;
      return complete;
    },
    assertComplete: () => {
      if (pieces.length > 0) refuse(texts.badPast);
    },
  };
}

export interface PastReading {
  /** @throws FileFault, SyntaxError, z.ZodError. */
  read(text: string): void;
  finish(): void;
}

export function readChangesInto(restoring: ReturnType<ChangeLog['restore']>): PastReading {
  const body = createBodyReader();
  return {
    read: (text) => {
      const line = changesLineSchema.parse(JSON.parse(text));
      if (line.kind === 'cut') refuseDamage(texts.badPast, () => restoring.cut(line.cut));
      else if (line.kind === 'entries') refuseDamage(texts.badPast, () => restoring.entries(line.entries));
      else if (line.kind === 'merge') {
        body.assertComplete();
        refuseDamage(texts.badChanges(line.merge.number), () => restoring.begin(line));
      } else {
        const complete = body.add(line);
        if (complete) refuseDamage(texts.badPast, () => restoring.chunk(complete));
      }
    },
    finish: () => {
      body.assertComplete();
      refuseDamage(texts.badPast, () => restoring.finish());
    },
  };
}

export function readClosingsInto(restoring: ReturnType<ClosingsStore['restore']>): PastReading {
  const body = createBodyReader();
  let open: { readonly step: Omit<ProvenStep, 'body'>; readonly parts: Buffer[] } | undefined;
  const addIfComplete = ({ step, parts: [text, ...columns] }: NonNullable<typeof open>) => {
    if (text === undefined || columns.length < listColumnNames(step).length) return;
    refuseDamage(texts.badClosing(step.step), () => restoring.add({ ...step, body: text.toString('utf8') }, columns));
    open = undefined;
  };
  const assertComplete = () => {
    body.assertComplete();
    if (open) refuse(texts.badClosing(open.step.step));
  };
  return {
    read: (text) => {
      const line = closingsLineSchema.parse(JSON.parse(text));
      if (line.kind === 'closing') {
        assertComplete();
        open = { step: line.step, parts: [] };
      } else {
        const complete = body.add(line);
        const own = open ?? refuse(texts.badPast);
        if (complete) own.parts.push(complete);
        addIfComplete(own);
      }
    },
    finish: () => {
      assertComplete();
      refuseDamage(texts.badPast, () => restoring.finish());
    },
  };
}

export function readSentInto(restoring: ReturnType<SentRegister['restore']>): PastReading {
  const body = createBodyReader();
  let file: ProvenFile | undefined;
  return {
    read: (text) => {
      const line = sentLineSchema.parse(JSON.parse(text));
      if (line.kind === 'file') {
        if (file) refuse(texts.badSent(file.number));
        ({ file } = line);
      } else if (line.kind === 'step') refuseDamage(texts.badPast, () => restoring.became(line.step));
      else {
        const own = file ?? refuse(texts.badPast);
        const complete = body.add(line);
        if (!complete) return;
        refuseDamage(texts.badSent(own.number), () => restoring.add(own, complete));
        file = undefined;
      }
    },
    finish: () => {
      if (file) refuse(texts.badSent(file.number));
      refuseDamage(texts.badPast, () => restoring.finish());
    },
  };
}

/** Turns damage that digests reveal into a fault of the file that is read, not of the one that it is read into. */
function refuseDamage<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppFailure && error.error.code === 'file-damaged') return refuse(what);
    throw error;
  }
}
