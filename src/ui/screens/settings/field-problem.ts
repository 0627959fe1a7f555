/** Whether a value is valid for a setting, checked before it is sent: an error is shown beside its field. Pure. */
import { settingsSchema, type Settings } from '#domain/settings.ts';
import { describeIssue } from '#domain/schema-problem.ts';

/** @returns the schema's message, undefined for a valid value. */
export function fieldProblem(name: keyof Settings, value: unknown): string | undefined {
  const parsed = settingsSchema.shape[name].safeParse(value, { error: describeIssue });
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? '');
}
