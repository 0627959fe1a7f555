/** Reads a report file: the report, or one sentence on where it is wrong. Pure. */
import { z } from 'zod';
import { writeMarked } from '#domain/locale-forms.ts';
import { pageLocale } from '#ui/locale.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import { reportFileSchema, type ReportFile } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';

const texts = reportsTexts.importing;

/** A report is a page of text; a larger file is something else. */
export const MAX_BYTES = 200_000;

export type ReadAnswer =
  { readonly ok: true; readonly file: ReportFile } | { readonly ok: false; readonly problem: string };

export function readReportFile(text: string): ReadAnswer {
  if (text.length > MAX_BYTES) return { ok: false, problem: texts.tooLarge };
  let content: unknown;
  try {
    // JSON does not allow a byte order mark.
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { ok: false, problem: texts.notJson };
  }
  const parsed = reportFileSchema.safeParse(content, { reportInput: true });
  if (!parsed.success) return { ok: false, problem: describeIssues(parsed.error.issues) };
  const checked = checkReport(parsed.data.report);
  if (!checked.ok)
    return { ok: false, problem: texts.where('report', writeMarked(checked.problem.detail, pageLocale())) };
  return { ok: true, file: parsed.data };
}

/** Describes the first error and counts the others. */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const [first, ...more] = issues;
  if (!first) return '';
  const sentence = texts.where(formatPath(first.path), describeIssue(first));
  return more.length === 0 ? sentence : `${sentence}${texts.more(more.length)}`;
}

/** `report.measures[2]`, as people find it in the file. */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const { problems, types } = texts;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? problems.missing : problems.type(types[issue.expected] ?? issue.expected);
    case 'invalid_value':
      return issue.input === undefined
        ? problems.missing
        : problems.value(texts.or(issue.values.map((value) => JSON.stringify(value) ?? String(value))));
    case 'unrecognized_keys':
      return problems.unknown(texts.or(issue.keys));
    case 'too_small':
      return problems.tooSmall;
    case 'too_big':
      return problems.tooBig;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return problems.other;
  }
}
