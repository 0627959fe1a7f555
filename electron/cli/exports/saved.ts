/** Finds the saved export that a name means. */
import { stat } from 'node:fs/promises';
import type { ListedExport } from '../../../src/contract/saved-exports.ts';
import { nearestName, plainName } from '../../../src/domain/people/nearest-name.ts';
import { exportsTexts as texts } from '#texts/terminal/exports.ts';
import { refuse } from '../arguments/option-values.ts';

/** Whether a definition is meant by its file: one that is there, or a word that looks like a path. */
export async function namesFile(named: string): Promise<boolean> {
  const found = await stat(named).catch(() => undefined);
  return found === undefined ? /[/\\]|\.json$/i.test(named) : !found.isDirectory();
}

/** Matches exactly first, then regardless of case and spaces. @throws AppFailure `usage` when none or several match. */
export function findSavedExport(name: string, saved: readonly ListedExport[]): ListedExport {
  const exact = saved.filter(({ definition }) => definition.name === name);
  const found =
    exact.length > 0 ? exact : saved.filter(({ definition }) => plainName(definition.name) === plainName(name));
  const names = saved.map(({ definition }) => definition.name);
  const [only, ...others] = found;
  if (!only) return refuse(texts.unknown(name, nearestName(name, names), names));
  if (others.length > 0) refuse(texts.ambiguous(found.map(({ definition }) => definition.name)));
  return only;
}
