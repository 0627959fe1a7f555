/** Finds the report that a name means: a built-in preset, a report file, or a saved report of the workspace. */
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Output } from '../../../src/contract/api.ts';
import { nearestName, plainName } from '../../../src/domain/people/nearest-name.ts';
import { presetIds, presets, type Preset } from '../../../src/domain/reports/definition/presets.ts';
import type { ChartKind } from '../../../src/domain/reports/definition/chart-kinds.ts';
import {
  reportFileSchema,
  reportSchema,
  type Report,
  type ReportFile,
} from '../../../src/domain/reports/definition/report.ts';
import { usage } from '#texts/terminal/cli.ts';
import { readHandedIn } from '../../questions/exports/proof/handed-in.ts';
import { reportCommandTexts as texts } from '#texts/terminal/report-command.ts';
import { refuse } from '../arguments/option-values.ts';
import { describeIssue } from '../../../src/domain/schema-problem.ts';

/** `saved`: neither a preset nor a file has this name; only the workspace can tell whether a saved report does. */
export type NamedReport =
  | { readonly kind: 'known'; readonly report: Report; readonly preset?: string; readonly chart?: ChartKind }
  | { readonly kind: 'saved'; readonly name: string };

/** @throws AppFailure `usage` saying what is wrong with the name or the file. */
export async function namedReport(name: string): Promise<NamedReport> {
  const preset = presetCalled(name);
  if (preset) return { kind: 'known', report: preset.file.report, preset: preset.id, chart: preset.file.view.chart };
  if (await isFile(name)) return { kind: 'known', ...(await readReportFile(name)) };
  return looksLikeFile(name) ? refuse(texts.noFile(name)) : { kind: 'saved', name };
}

/** By its name in the terminal, or by the one the screen shows. */
function presetCalled(name: string): Preset | undefined {
  const wanted = plainName(name);
  return presets.find(({ id, file }) => [id, file.name].some((each) => plainName(each) === wanted));
}

const looksLikeFile = (name: string) => /[/\\]|\.\w+$/.test(name);

type Saved = Output<'reports.list'>['reports'];

/** Matches exactly first, then regardless of case and spaces. @throws AppFailure `usage` when none or several match. */
export function savedReport(name: string, saved: Saved): Report {
  return savedFile(name, saved).report;
}

/** The same with how it is shown. @throws AppFailure `usage` when none or several match. */
export function savedFile(name: string, saved: Saved): ReportFile {
  const exact = saved.filter(({ file }) => file.name === name);
  const found = exact.length > 0 ? exact : saved.filter(({ file }) => plainName(file.name) === plainName(name));
  const names = saved.map(({ file }) => file.name);
  const [only, ...others] = found;
  if (!only) return refuse(texts.unknown(name, nearestName(name, [...presetIds, ...names]), presetIds, names));
  if (others.length > 0)
    refuse(
      texts.ambiguous(
        name,
        found.map(({ file }) => file.name),
      ),
    );
  return only.file;
}

/** @returns the saved report that is hidden behind a preset of its name. */
export function hiddenBehind(preset: string, saved: Saved): string | undefined {
  return saved.map(({ file }) => file.name).find((name) => presetCalled(name)?.id === preset);
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true && looksLikeFile(path)) refuse(texts.folder(path));
  return found !== undefined && !found.isDirectory();
}

async function readReportFile(path: string): Promise<{ readonly report: Report; readonly chart?: ChartKind }> {
  const { json } = (await readHandedIn(path)) ?? refuse(texts.unreadable(path));
  if (json === undefined) refuse(usage.reportFile(path, usage.notJson));
  // A saved report's file names its format; a bare report is only the question.
  const isFile = z.object({ format: z.unknown() }).safeParse(json).success;
  const words = { error: describeIssue };
  const shaped = isFile ? reportFileSchema.safeParse(json, words) : reportSchema.safeParse(json, words);
  if (shaped.success) {
    const { data } = shaped;
    return 'report' in data ? { report: data.report, chart: data.view.chart } : { report: data };
  }
  const [issue] = shaped.error.issues;
  return refuse(usage.reportFile(path, `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim()));
}
