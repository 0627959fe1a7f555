/** Decides whether what a journal lost affects figures. A review mark, a saved report or a saved export does not: figures without it are unchanged. */
import { changesFigures, isSettingName } from '../../../src/domain/settings.ts';
import { digestOfRow, isSame, moveTally, tallyIn, type Tally, type TallySheet } from '../tables/digest.ts';
import { SETTINGS } from '../tables/entries.ts';
import { OBJECTS, OWNERS } from '../tables/names.ts';
import type { Survey } from './survey.ts';
import { DIGEST, toKey, type Row } from '../tables/table.ts';

type Rows = ReadonlyMap<string, Row>;

/** @param expected what it held; undefined: unknown, so anything may be lost. @param copy the last good one, if there is one */
export function hitsFigures(found: Survey, expected: TallySheet | undefined, copy: Survey | undefined): boolean {
  if (expected === undefined || !isSame(expected, found.tallies, [OWNERS.name, OBJECTS.name])) return true;
  if (isSame(expected, found.tallies, [SETTINGS.name])) return false;
  const lost = findLostSettings(found, tallyIn(expected, SETTINGS.name), copy);
  return lost === undefined || lost.some(changesFigures);
}

/** Which settings are lost or changed, proven by the digests. @returns undefined where that cannot be told */
function findLostSettings(found: Survey, expected: Tally, copy: Survey | undefined): readonly string[] | undefined {
  const held: Rows = found.rows.get(SETTINGS.name) ?? new Map<string, Row>();
  const copied: Rows = copy?.rows.get(SETTINGS.name) ?? new Map<string, Row>();
  const now = tallyIn(found.tallies, SETTINGS.name);
  const isWholeWith = (digests: readonly string[]) => isSameTally(digests.reduce(addDigest, now), expected);
  // The copy holds what the journal held.
  if (copy !== undefined && isSameTally(tallyIn(copy.tallies, SETTINGS.name), expected))
    return [...new Set([...held.keys(), ...copied.keys()])]
      .filter((key) => digestIn(held, key) !== digestIn(copied, key))
      .map((key) => nameIn(copied.get(key) ?? held.get(key)));
  const absent = [...copied].filter(([key]) => !held.has(key)).map(([, row]) => row);
  if (isWholeWith(absent.map((row) => digestOfRow(SETTINGS, row)))) return absent.map(nameIn);
  const suspects = (found.suspects.get(SETTINGS.name) ?? []).filter((row) => !held.has(toKey(SETTINGS, row)));
  const names = suspects.map(nameIn);
  // A rotted name identifies nothing.
  const isNamed = names.every(isSettingName);
  return isNamed && isWholeWith(suspects.map((row) => String(row[DIGEST]))) ? names : undefined;
}

function isSameTally(one: Tally, other: Tally): boolean {
  return one.rows === other.rows && one.sum === other.sum;
}

const DIGEST_FORM = /^[0-9a-f]{32}$/;

/** An invalid digest adds nothing and proves nothing. */
function addDigest(tally: Tally, digest: string): Tally {
  return DIGEST_FORM.test(digest) ? moveTally(tally, undefined, digest) : tally;
}

function digestIn(rows: Rows, key: string): string | undefined {
  const row = rows.get(key);
  return row && digestOfRow(SETTINGS, row);
}

function nameIn(row: Readonly<Record<string, unknown>> | undefined): string {
  return String(row?.['key']);
}
