/** Finds the report that a name means: a built-in preset, a report file, or a saved report of the workspace. */
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { SavedReport } from '#contract/reports.ts';
import { findNearestName, foldName } from '#domain/people/nearest-name.ts';
import type { ChartKind } from '#domain/reports/definition/chart-kinds.ts';
import { presetIds, presets, type Preset } from '#domain/reports/definition/presets.ts';
import { reportFileSchema, reportSchema, type Report, type ReportFile } from '#domain/reports/definition/report.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import { usage } from '#texts/terminal/cli.ts';
import { reportCommandTexts as texts } from '#texts/terminal/commands.ts';
import { readHandedIn } from '#electron/features/exports/handed-in.ts';
import { describeFirstIssue, matchNames, refuse } from '../arguments/option-values.ts';

/** `saved`: neither a preset nor a file has this name; only the workspace can tell whether a saved report does. */
export type NamedReport =
  | { readonly kind: 'known'; readonly report: Partial<Report>; readonly preset?: Preset; readonly chart?: ChartKind }
  | { readonly kind: 'saved'; readonly name: string };

/** @throws AppFailure `usage` saying what is wrong with the name or the file. */
export async function findNamedReport(name: string): Promise<NamedReport> {
  const preset = findPreset(name);
  if (preset) return { kind: 'known', report: preset.file.report, preset, chart: preset.file.view.chart };
  if (await isFile(name)) return { kind: 'known', ...(await readReportFile(name)) };
  return looksLikeFile(name) ? refuse(texts.noFile(name)) : { kind: 'saved', name };
}

/** Finds a preset by its name in the terminal, or by the one the screen shows. */
function findPreset(name: string): Preset | undefined {
  const folded = foldName(name);
  return presets.find(({ id, file }) => [id, file.name].some((known) => foldName(known) === folded));
}

const looksLikeFile = (name: string) => /[/\\]|\.\w+$/.test(name);

/** @throws AppFailure `usage` when none or several match. */
export function findSavedReport(name: string, saved: readonly SavedReport[]): ReportFile {
  const [match, ...others] = matchNames(name, saved, ({ file }) => file.name);
  if (!match) {
    const names = saved.map(({ file }) => file.name);
    return refuse(texts.unknown(name, findNearestName(name, [...presetIds, ...names]), presetIds, names));
  }
  if (others.length > 0) {
    const names = [match, ...others].map(({ file }) => file.name);
    refuse(texts.ambiguous(name, names));
  }
  return match.file;
}

/** @returns the saved report that is hidden behind a preset of its name. */
export function findHiddenReport({ id }: Pick<Preset, 'id'>, saved: readonly SavedReport[]): string | undefined {
  return saved.map(({ file }) => file.name).find((name) => findPreset(name)?.id === id);
}

async function isFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory() === true && looksLikeFile(path)) refuse(texts.folder(path));
  return stats !== undefined && !stats.isDirectory();
}

async function readReportFile(path: string): Promise<{ readonly report: Report; readonly chart?: ChartKind }> {
  const { json } = (await readHandedIn(path)) ?? refuse(texts.unreadable(path));
  if (json === undefined) refuse(usage.reportFile(path, usage.notJson));
  // A saved report's file names its format; a bare report is only the question.
  const hasFormat = z.object({ format: z.unknown() }).safeParse(json).success;
  const parsed = (hasFormat ? reportFileSchema : reportSchema).safeParse(json, { error: describeIssue });
  if (!parsed.success) return refuse(usage.reportFile(path, describeFirstIssue(parsed.error)));
  const { data } = parsed;
  return 'report' in data ? { report: data.report, chart: data.view.chart } : { report: data };
}
