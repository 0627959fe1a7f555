/** Decides whether the losses of a journal affect figures. A lost review mark, saved report or saved export does not change them. */
import { isFigureSetting, isSettingName } from '#domain/settings.ts';
import { digestRow, isSame, moveTally, findTally, type Tally, type TallySheet } from '../tables/digest.ts';
import { SETTINGS } from '../tables/entries.ts';
import { OBJECTS, OWNERS } from '../tables/names.ts';
import type { Survey } from './survey.ts';
import { DIGEST, toKey, type Row } from '../tables/table.ts';

type Rows = ReadonlyMap<string, Row>;

/**
 * @param expected what the journal held; undefined when unknown, so that anything may be lost.
 * @param copy the last good copy, if there is one
 */
export function affectsFigures(survey: Survey, expected: TallySheet | undefined, copy: Survey | undefined): boolean {
  if (expected === undefined || !isSame(expected, survey.tallies, [OWNERS.name, OBJECTS.name])) return true;
  if (isSame(expected, survey.tallies, [SETTINGS.name])) return false;
  const lost = findLostSettings(survey, findTally(expected, SETTINGS.name), copy);
  return lost === undefined || lost.some(isFigureSetting);
}

/**
 * Finds the settings that are lost or changed, as the digests prove.
 * @returns undefined where that cannot be decided
 */
function findLostSettings(survey: Survey, expected: Tally, copy: Survey | undefined): readonly string[] | undefined {
  const heldSettings: Rows = survey.rows.get(SETTINGS.name) ?? new Map<string, Row>();
  const copied: Rows = copy?.rows.get(SETTINGS.name) ?? new Map<string, Row>();
  const current = findTally(survey.tallies, SETTINGS.name);
  const completesTally = (digests: readonly string[]) => isSameTally(digests.reduce(addDigest, current), expected);
  // The copy holds what the journal held.
  if (copy !== undefined && isSameTally(findTally(copy.tallies, SETTINGS.name), expected))
    return [...new Set([...heldSettings.keys(), ...copied.keys()])]
      .filter((key) => findDigest(heldSettings, key) !== findDigest(copied, key))
      .map((key) => readName(copied.get(key) ?? heldSettings.get(key)));
  const absent = [...copied].filter(([key]) => !heldSettings.has(key)).map(([, row]) => row);
  if (completesTally(absent.map((row) => digestRow(SETTINGS, row)))) return absent.map(readName);
  const suspects = (survey.suspects.get(SETTINGS.name) ?? []).filter((row) => !heldSettings.has(toKey(SETTINGS, row)));
  const names = suspects.map(readName);
  // A rotted name identifies nothing.
  const isNamed = names.every(isSettingName);
  return isNamed && completesTally(suspects.map((row) => String(row[DIGEST]))) ? names : undefined;
}

function isSameTally(one: Tally, other: Tally): boolean {
  return one.rows === other.rows && one.sum === other.sum;
}

const DIGEST_FORM = /^[0-9a-f]{32}$/;

/** An invalid digest adds nothing and proves nothing. */
function addDigest(tally: Tally, digest: string): Tally {
  return DIGEST_FORM.test(digest) ? moveTally(tally, undefined, digest) : tally;
}

function findDigest(rows: Rows, key: string): string | undefined {
  const row = rows.get(key);
  return row && digestRow(SETTINGS, row);
}

function readName(row: Readonly<Record<string, unknown>> | undefined): string {
  return String(row?.['key']);
}
