/** Reads filters from text, as a search request has them: what others wrote for the service works here. Pure. */
import { z } from 'zod';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { pageLocale } from '#ui/locale/forms.ts';
import { filterGroupsSchema, type FilterGroups } from '#domain/filter/model.ts';
import { jsonFilterTexts as texts } from '#texts/screens/filters/json.ts';

export type ReadGroups =
  { readonly ok: true; readonly groups: FilterGroups } | { readonly ok: false; readonly problem: string };

const request = z.looseObject({ filterGroups: z.unknown() });
const group = z.looseObject({ filters: z.unknown() });

/** The groups alone, a request that holds them, or one group. */
export function readGroups(text: string): ReadGroups {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: texts.notJson };
  }
  const inRequest = request.safeParse(json);
  const given = inRequest.success ? inRequest.data.filterGroups : group.safeParse(json).success ? [json] : json;
  const parsed = filterGroupsSchema.safeParse(given);
  if (!parsed.success) return { ok: false, problem: texts.notGroups(parsed.error.issues[0]?.path.join('.') ?? '') };
  const checked = checkFilterGroups(parsed.data);
  return checked.ok
    ? { ok: true, groups: checked.value }
    : { ok: false, problem: texts.problem(checked.problem.where, writeMarked(checked.problem.what, pageLocale())) };
}

/** Whether a text may be meant as filters: other pasted texts are left alone. */
export function looksLikeGroups(text: string): boolean {
  return /^\s*[[{]/.test(text) && text.includes('"filters"');
}
