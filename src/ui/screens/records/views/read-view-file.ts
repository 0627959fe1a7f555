/** Reads a view file: the view, or one sentence that says where it is wrong. Pure. */
import { checkFilterGroups } from '../../../../domain/filter/check.ts';
import { findReadable } from '../../../../domain/local-properties.ts';
import { writeMarked } from '../../../../domain/locale-forms.ts';
import { viewFileSchema, type ViewFile } from '../../../../domain/records/view-file.ts';
import { describeIssue } from '../../../../domain/schema-problem.ts';
import { recordsViewsTexts as texts } from '#texts/screens/records/views.ts';
import { pageLocale } from '../../../locale/forms.ts';
import { isPeriod } from '../../../period/view-period.ts';

/** A view is a page of text; a larger file is something else. */
export const MOST_BYTES = 200_000;

export type ReadView =
  { readonly ok: true; readonly file: ViewFile } | { readonly ok: false; readonly problem: string };

export function readViewFile(text: string): ReadView {
  if (text.length > MOST_BYTES) return { ok: false, problem: texts.tooLarge };
  let given: unknown;
  try {
    // A byte order mark is no part of JSON.
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { ok: false, problem: texts.notJson };
  }
  const read = viewFileSchema.safeParse(given, { error: describeIssue });
  if (!read.success) {
    const [issue] = read.error.issues;
    return { ok: false, problem: texts.where(issue?.path.join('.') ?? '', issue?.message ?? '') };
  }
  const problem = findProblem(read.data);
  return problem === undefined ? { ok: true, file: read.data } : { ok: false, problem };
}

function findProblem({ view }: ViewFile): string | undefined {
  const filter = checkFilterGroups(view.filterGroups);
  if (!filter.ok) return texts.where(filter.problem.where, writeMarked(filter.problem.what, pageLocale()));
  if (view.period !== undefined && !isPeriod(view.period)) return texts.where('view.period', view.period);
  const names = [...(view.columns ?? []), ...view.layout.pinned, ...(view.sort ?? []).map((each) => each.propertyName)];
  const unknown = names.find((name) => findReadable(name)?.name !== name);
  return unknown === undefined ? undefined : texts.where('view', texts.noProperty(unknown));
}
