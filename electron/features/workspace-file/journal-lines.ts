/**
 * Writes the part of a workspace that is not records as lines of a saved workspace: settings, names, reports, exports, marks, and the sync
 * state. Strict schemas read it into a journal that this program creates. The settings that only the user of this computer decides are not
 * taken from a file.
 */
import { z } from 'zod';
import { reviewNoteSchema } from '#contract/checks.ts';
import { AppFailure } from '#contract/errors.ts';
import { savedReportSchema } from '#contract/reports.ts';
import { savedExportSchema } from '#contract/saved-exports.ts';
import { readId } from '#domain/filter/operand.ts';
import { hasNoNul, NO_NUL } from '#domain/name-schema.ts';
import {
  objectEntrySchema,
  objectKeySchema,
  ownerEntrySchema,
  ownerIdSchema,
  type DirectoryChange,
} from '#domain/people/directory.ts';
import { settingsSchema, type RefusedSetting, type settingsOfThisComputer } from '#domain/settings.ts';
import type { Journal } from '#electron/journal/journal.ts';
import { saveSettings, readSavedSettings, findRefusedSettings } from '#electron/journal/settings.ts';
import type { ReviewMark } from '#electron/journal/review-marks.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { limits, refuse, refuseMany } from './parts.ts';

const LEFT_BEHIND = { recordAddress: true, quotaLimit: true, historyMonths: true } as const satisfies Record<
  (typeof settingsOfThisComputer)[number],
  true
>;
const SEEN_KEY = 'visit.seenAsOf';

const time = z.iso.datetime();
const key = z.string().min(1).max(300).refine(hasNoNul, NO_NUL);
const id = z.string().refine((text) => readId(text) !== undefined, 'a record id');

const lineSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('settings'), settings: settingsSchema.omit(LEFT_BEHIND).partial() }),
  z.strictObject({ kind: z.literal('seen'), asOf: time }),
  z.strictObject({ kind: z.literal('owner'), id: ownerIdSchema, entry: ownerEntrySchema }),
  z.strictObject({ kind: z.literal('object'), key: objectKeySchema, entry: objectEntrySchema }),
  z.strictObject({
    kind: z.literal('report'),
    saved: z.strictObject({ ...savedReportSchema.shape, id: key.max(100), savedAt: time }),
  }),
  z.strictObject({
    kind: z.literal('export'),
    saved: z.strictObject({ ...savedExportSchema.shape, id: key.max(100), savedAt: time }),
  }),
  z.strictObject({
    kind: z.literal('mark'),
    check: key.max(100),
    mark: z.strictObject({
      id,
      recordChangedAt: time,
      digest: key,
      reviewedAt: time,
      note: reviewNoteSchema.optional(),
    }),
  }),
  /** A record that an incomplete refresh removes. */
  z.strictObject({ kind: z.literal('removed'), id }),
  /** The complete sync state as the store keeps it, as JSON text. */
  z.strictObject({ kind: z.literal('state'), text: z.string().max(limits.stateCharacters) }),
]);
type Line = z.output<typeof lineSchema>;

/** What is stored with the records instead of in the journal. */
export interface StoreContent {
  readonly removed: readonly string[];
  readonly state: string | undefined;
}

/** Lists settings that would be in a file if they were still accepted. */
export function listRefused(journal: Journal): RefusedSetting[] {
  return findRefusedSettings(journal).filter(({ name }) => !Object.hasOwn(LEFT_BEHIND, name));
}

export function* writeJournalLines(journal: Journal, { removed, state }: StoreContent): Generator<readonly string[]> {
  const print = (line: z.input<typeof lineSchema>) => [JSON.stringify(line)];
  const {
    recordAddress: _address,
    quotaLimit: _limit,
    historyMonths: _months,
    ...settings
  } = readSavedSettings(journal);
  yield print({ kind: 'settings', settings });
  const asOf = journal.setting(SEEN_KEY, time);
  if (asOf !== undefined) yield print({ kind: 'seen', asOf });
  const { owners, objects } = journal.names();
  for (const [id, entry] of Object.entries(owners)) yield print({ kind: 'owner', id, entry });
  for (const [key, entry] of Object.entries(objects)) yield print({ kind: 'object', key, entry });
  for (const saved of journal.reports()) yield print({ kind: 'report', saved });
  for (const saved of journal.exports()) yield print({ kind: 'export', saved });
  for (const check of journal.reviewedChecks())
    for (const mark of journal.reviewMarks(check).values()) yield print({ kind: 'mark', check, mark });
  for (const id of removed) yield print({ kind: 'removed', id });
  if (state !== undefined) yield print({ kind: 'state', text: state });
}

/** Collects the lines; nothing is written before all of them were read. */
export class JournalReading {
  readonly #seen = new Set<string>();
  readonly #owners = new Map<string, z.output<typeof ownerEntrySchema>>();
  readonly #objects = new Map<string, z.output<typeof objectEntrySchema>>();
  readonly #reports: z.output<typeof savedReportSchema>[] = [];
  readonly #exports: z.output<typeof savedExportSchema>[] = [];
  readonly #marks = new Map<string, ReviewMark[]>();
  readonly #removed: string[] = [];
  #settings: Extract<Line, { kind: 'settings' }>['settings'] = {};
  #seenAsOf: string | undefined;
  #state: string | undefined;

  /** @throws FileFault, SyntaxError, z.ZodError. */
  read(text: string): void {
    const line = lineSchema.parse(JSON.parse(text));
    this.#refuseRepeated(line);
    switch (line.kind) {
      case 'settings':
        this.#settings = line.settings;
        break;
      case 'seen':
        this.#seenAsOf = line.asOf;
        break;
      case 'owner':
        this.#owners.set(line.id, line.entry);
        break;
      case 'object':
        this.#objects.set(line.key, line.entry);
        break;
      case 'report':
        if (this.#reports.push(line.saved) > limits.reports) refuseMany(texts.parts.reports, limits.reports);
        break;
      case 'export':
        if (this.#exports.push(line.saved) > limits.exports) refuseMany(texts.parts.exports, limits.exports);
        break;
      case 'mark':
        this.#findMarks(line.check).push(line.mark);
        break;
      case 'removed':
        this.#removed.push(line.id);
        break;
      case 'state':
        this.#state = line.text;
    }
  }

  get storeContent(): StoreContent {
    return { removed: this.#removed, state: this.#state };
  }

  /** @throws FileFault for two reports or exports with one name. */
  saveTo(journal: Journal): void {
    saveSettings(journal, this.#settings);
    if (this.#seenAsOf !== undefined) journal.saveSetting(SEEN_KEY, this.#seenAsOf);
    const names: DirectoryChange = {
      owners: Object.fromEntries(this.#owners),
      objects: Object.fromEntries(this.#objects),
    };
    journal.saveNames(names);
    for (const { id, file, savedAt } of this.#reports)
      refuseNamesakes(texts.parts.reportName, () => journal.saveReport(file, savedAt, id));
    for (const { id, definition, savedAt, state } of this.#exports)
      refuseNamesakes(texts.parts.exportName, () => journal.saveExport(definition, savedAt, state, id));
    for (const [check, marks] of this.#marks) journal.saveReviewMarks(check, marks);
  }

  #findMarks(check: string): ReviewMark[] {
    const marks = this.#marks.get(check) ?? [];
    this.#marks.set(check, marks);
    return marks;
  }

  #refuseRepeated(line: Line): void {
    const { key, what } = toIdentity(line);
    if (this.#seen.has(key)) refuse(texts.twice(what));
    this.#seen.add(key);
  }
}

function refuseNamesakes(what: string, save: () => unknown): void {
  try {
    save();
  } catch (error) {
    if (error instanceof AppFailure && error.error.code === 'usage') refuse(texts.twice(what));
    throw error;
  }
}

/** Each `key` may occur once; `what` names it in messages. */
function toIdentity(line: Line): { readonly key: string; readonly what: string } {
  const createIdentity = (what: string, ...ids: readonly string[]) => ({
    key: JSON.stringify([line.kind, ...ids]),
    what,
  });
  switch (line.kind) {
    case 'owner':
    case 'removed':
      return createIdentity(texts.parts[line.kind](line.id), line.id);
    case 'object':
      return createIdentity(texts.parts.object(line.key), line.key);
    case 'report':
      return createIdentity(texts.parts.report(line.saved.id), line.saved.id);
    case 'export':
      return createIdentity(texts.parts.export(line.saved.id), line.saved.id);
    case 'mark':
      return createIdentity(texts.parts.mark(line.check, line.mark.id), line.check, line.mark.id);
    case 'settings':
    case 'seen':
    case 'state':
      return createIdentity(texts.parts[line.kind]);
  }
}
