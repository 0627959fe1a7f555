/**
 * Rewrites the file that a manifest describes from the records here, and determines whether it is the same, where it first differs, or why
 * neither is known.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AppFailure } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import type { FileAnswer, FirstDifference, Incomparable, SettingThen } from '#contract/file-answer.ts';
import { isFormerFormat } from '#domain/export-formats.ts';
import { listSuffixes } from '#electron/exports/document.ts';
import { compareSums, listSums, type NamedSum, type SealedManifest } from '#electron/exports/readers.ts';
import { findFirstDifference, cutText, findByte, findInText } from '#electron/exports/first-difference.ts';
import { hideFromClient, hashSettings } from './manifest.ts';
import type { WrittenExport } from '#electron/journal/exports.ts';
import type { SentFile } from '#contract/memory.ts';
import { chooseAmounts } from '#domain/records/counted.ts';
import { settingsSchema, type Settings } from '#domain/settings.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';

type Comparison = FileAnswer['again'];

export interface Rewriting {
  /**
   * Writes what a manifest describes into the named file, under the settings of its time.
   * @param sent the sent file whose records are taken, as they were then; without it, the records here
   */
  readonly rewriteFile: (described: SealedManifest, path: string, sent?: SentFile) => Promise<Manifest | null>;
  readonly listChangedSettings: (described: SealedManifest) => SettingThen[];
  /** Finds the exports that this computer wrote with one of these hashes. */
  readonly findWrittenExports: (sha256: readonly string[]) => readonly WrittenExport[];
}

interface ComparedFile {
  /** Undefined for the total of a pack, which has no file. */
  readonly file?: { readonly path: string; readonly sha256: string };
  readonly described: SealedManifest;
  /** The manifest as it was read, including unknown fields. */
  readonly json: unknown;
  /** The hashes by which this computer may know it. */
  readonly hashes: readonly string[];
}

export async function compareRewritten(
  { file, described, json, hashes }: ComparedFile,
  writing: Rewriting,
): Promise<Comparison> {
  const known = chooseKnown(writing.findWrittenExports(hashes), json);
  const definition = known ? toDefinition(known.written) : described;
  const folder = await mkdtemp(join(tmpdir(), 'timelog-verify-'));
  try {
    const path = join(folder, file ? basename(file.path) : 'whole');
    const { manifest, why: refusal } = await tryRewrite(definition, path, writing);
    const sameBytes = file && manifest ? manifest.sha256 === file.sha256 : null;
    const basis = { ...definition, ...described };
    const why = manifest ? findReasons(basis, manifest, sameBytes) : [refusal];
    const isComparable = manifest !== null && why.length === 0;
    const difference =
      (isComparable && file && (await findInFiles(file.path, path, definition))) ||
      known?.difference ||
      (isComparable && findInManifest(manifest, json, false)) ||
      null;
    const isKnown = known !== undefined && !known.difference && known.written.manifest.sha256 === file?.sha256;
    // Whatever has changed since, this computer wrote the file with this very manifest, and writing it again gives the same bytes.
    const isSame = why.length === 0 || (isKnown && sameBytes === true);
    // A client's file does not state the hashes of names and settings: their change may explain a difference, unless this computer once
    // wrote the same bytes.
    const lacksHashes = basis.directoryHash === undefined && manifest !== null && sameBytes !== true;
    const couldExplain: Incomparable[] =
      lacksHashes && writing.findWrittenExports([manifest.sha256]).length === 0 ? ['names', 'settings'] : [];
    return {
      state: difference ? 'differs' : isSame ? 'equal' : 'unknown',
      why: difference ? couldExplain : isSame ? [] : why,
      difference,
      sameBytes,
      isKnown,
      records: { written: described.records, found: manifest?.records ?? null },
      sums: manifest ? compareSums(listFigures(described), listFigures(manifest)) : [],
      settings: writing.listChangedSettings(definition),
      complete: manifest?.complete ?? false,
      asOf: manifest?.asOf ?? null,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * One file may have been written under multiple manifests: the one that matches counts, or else the last.
 * @returns it with the first difference from the manifest that was written with it
 */
function chooseKnown(written: readonly WrittenExport[], json: unknown) {
  const candidates = written.map((candidate) => ({
    written: candidate,
    difference: findInManifest(candidate.manifest, json, true),
  }));
  return candidates.find(({ difference }) => !difference) ?? candidates.at(-1);
}

export function toDefinition({ manifest, conditions: { filter, query } }: WrittenExport): SealedManifest {
  const { internalFilter: _, report, ...definition } = manifest;
  return { ...definition, filter, query, ...(report && { report: { ...report, filterGroups: filter, query } }) };
}

/** Conditions that were hidden from a client cannot be repeated, nor can a definition that names properties which no longer exist. */
async function tryRewrite(
  described: SealedManifest,
  path: string,
  { rewriteFile }: Rewriting,
): Promise<{ readonly manifest: Manifest | null; readonly why: Incomparable }> {
  if (isFormerFormat(described.format)) return { manifest: null, why: 'format' };
  if (described.internalFilter) return { manifest: null, why: 'conditions' };
  try {
    return { manifest: await rewriteFile(described, path), why: 'refused' };
  } catch (error) {
    const code = error instanceof AppFailure ? error.error.code : undefined;
    if (code !== 'usage' && code !== 'filter-invalid') throw error;
    return { manifest: null, why: 'refused' };
  }
}

/** Lists what a file depends on besides its definition and that has changed since. */
function findReasons(described: SealedManifest, now: Manifest, sameBytes: boolean | null): Incomparable[] {
  if (described.records > 0 && now.records === 0 && !now.complete) return ['no-records'];
  // What is hidden from a client cannot be compared.
  const hasHashes = described.directoryHash !== undefined;
  if (hasHashes && described.source !== now.source) return ['source'];
  const hasChanged = (
    name:
      | 'asOf'
      | 'fromFile'
      | 'directoryHash'
      | 'namesDamaged'
      | 'settingsHash'
      | 'letterheadHash'
      | 'reviewsHash'
      | 'appVersion',
  ) => described[name] !== now[name];
  // Records of an unfinished download have no time: the same bytes mean the same records.
  const haveRecordsChanged = hasChanged('asOf') || hasChanged('fromFile') || (!now.complete && sameBytes === false);
  const reasons: [Incomparable, boolean][] = [
    ['records', haveRecordsChanged],
    ['names', (hasHashes && hasChanged('directoryHash')) || hasChanged('namesDamaged')],
    ['settings', hasHashes && (hasChanged('settingsHash') || hasChanged('letterheadHash'))],
    ['reviews', hasChanged('reviewsHash')],
    ['version', hasChanged('appVersion')],
  ];
  return reasons.flatMap(([reason, applies]) => (applies ? [reason] : []));
}

async function findInFiles(
  writtenPath: string,
  rewrittenPath: string,
  definition: SealedManifest,
): Promise<FirstDifference | undefined> {
  const difference = await findFirstDifference(writtenPath, rewrittenPath, definition);
  if (difference) return difference;
  for (const suffix of listSuffixes(definition)) {
    const exists = await stat(writtenPath + suffix).then(
      (stats) => stats.isFile(),
      () => false,
    );
    const byte = exists ? await findByte(writtenPath + suffix, rewrittenPath + suffix) : undefined;
    if (byte === undefined) continue;
    const { expected, found: actual } = await findInText(writtenPath + suffix, rewrittenPath + suffix, byte);
    return { place: { kind: 'part', part: basename(writtenPath + suffix) }, expected, found: actual };
  }
  return undefined;
}

/** The name is compared elsewhere, and no file has the other fields. */
const uncomparedFields = new Set(['file', 'withheld', 'holds', 'profiled', 'formerFormat']);
/** A manifest inside a file has none of these fields. */
const fieldsOnlyBeside = new Set(['sha256', 'guarded', 'signedBy']);

/** @param isAsWritten false for a manifest that was written again, which is not signed */
function findInManifest(expected: Manifest, json: unknown, isAsWritten: boolean): FirstDifference | undefined {
  const isSealed = isObject(json) && json['sha256'] === undefined;
  const isCompared = (name: string) =>
    !uncomparedFields.has(name) && !(isSealed && fieldsOnlyBeside.has(name)) && (isAsWritten || name !== 'signedBy');
  const pickCompared = (fields: unknown) =>
    Object.fromEntries(Object.entries(isObject(fields) ? fields : {}).filter(([name]) => isCompared(name)));
  return findField(pickCompared(JSON.parse(JSON.stringify(hideFromClient(expected)))), pickCompared(json), '');
}

export function findField(expected: unknown, actual: unknown, field: string): FirstDifference | undefined {
  if (Object.is(expected, actual)) return undefined;
  if (isObject(expected) && isObject(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const inner = findField(expected[name], actual[name], field === '' ? name : `${field}.${name}`);
      if (inner) return inner;
    }
    return undefined;
  }
  const show = (value: unknown) =>
    value === undefined ? null : cutText(typeof value === 'string' ? value : JSON.stringify(value));
  return { place: { kind: 'manifest', field: cutText(field) }, expected: show(expected), found: show(actual) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Lists its sums, those of each of its tables, and the totals of pages whose figures no column adds up. */
function listFigures(described: SealedManifest): NamedSum[] {
  const { parts = [], totals, of } = described;
  return [
    ...listSums(described),
    ...parts.flatMap((part) => listSums(part).map((sum) => ({ ...sum, column: `${part.title}: ${sum.column}` }))),
    ...(of === 'overview' ? Object.entries(totals).map(([column, sum]) => ({ column, currency: null, sum })) : []),
  ];
}

type WrittenSettings = Pick<SealedManifest, 'zone' | 'amounts' | 'footing' | 'digits' | 'settings' | 'settingsHash'>;

/** @returns the file's settings, today's for those that it does not state, and which of them have changed since */
export function readSettingsAsWritten(manifest: WrittenSettings, now: Settings) {
  const { zone, amounts, footing, digits } = manifest;
  const parsed = settingsSchema.safeParse({
    ...now,
    ...manifest.settings,
    zone,
    footing,
    hoursDigits: digits.hours,
    moneyDigits: digits.money,
    amounts: chooseAmounts(now.amounts) === amounts ? now.amounts : amounts,
  });
  const writtenSettings = parsed.success ? parsed.data : now;
  // An amount that was not chosen and the recorded one give the same figures: the hash shows which it was.
  const candidates = [writtenSettings, { ...writtenSettings, amounts }, { ...writtenSettings, amounts: null }];
  const settings = candidates.find((candidate) => hashSettings(candidate) === manifest.settingsHash) ?? writtenSettings;
  const names = settingsSchema.keyof().options.filter((name) => toText(settings[name]) !== toText(now[name]));
  const changed = names.map((name): SettingThen => ({ name, written: toText(settings[name]), now: toText(now[name]) }));
  return { settings, changed };
}

/**
 * Restores the workspace's settings as they were when a file was written, so that a later choice does not look like changed records. @param
 * today the day of writing, if figures depend on it
 */
export function restoreWorkspace(workspace: Workspace, settings: Settings, today: string | undefined): Workspace {
  return {
    ...workspace,
    get snapshot() {
      return workspace.snapshot;
    },
    zone: settings.zone,
    settings: () => settings,
    ...(today !== undefined && { today: () => today }),
  };
}

function toText(value: Settings[keyof Settings]): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
