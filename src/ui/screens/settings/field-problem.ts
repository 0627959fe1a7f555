/** Whether a value may be a setting, asked before it is sent: what is wrong stands beside its field. Pure. */
import { settingsSchema, type Settings } from '../../../domain/settings.ts';

/** @returns what the schema says about it, undefined when it may be kept. */
export function fieldProblem(name: keyof Settings, value: unknown): string | undefined {
  const parsed = settingsSchema.shape[name].safeParse(value);
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? '');
}
