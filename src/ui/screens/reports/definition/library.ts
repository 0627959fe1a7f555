/** The available reports: presets from the domain, saved ones from the journal. Pure. */
import type { SavedReport } from '../../../../contract/reports.ts';
import { findPreset } from '../../../../domain/reports/definition/presets.ts';
import type { ReportFile } from '../../../../domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { blankDefinition, type ReportBase } from '../../../routing/report-view.ts';
import { withFullNames } from './full-names.ts';

/** The origin of a report on screen. */
export interface Origin {
  readonly base: ReportBase;
  readonly file: ReportFile;
  readonly question: string;
  /** Undefined for a preset. */
  readonly saved: SavedReport | undefined;
}

/** @param saved undefined while loading. @returns `gone` for a report that no longer exists. */
export function findOrigin(base: ReportBase, saved: readonly SavedReport[] | undefined): Origin | 'pending' | 'gone' {
  if (base.kind === 'preset') {
    const preset = findPreset(base.name);
    return preset ? { base, file: withFullNames(preset.file), question: preset.question, saved: undefined } : 'gone';
  }
  if (base.kind === 'blank') {
    const { name: unnamed, question } = reportsTexts.blank;
    const { name = unnamed } = base;
    return {
      base,
      file: { format: 'timelog-report', version: 1, name, ...blankDefinition },
      question,
      saved: undefined,
    };
  }
  if (!saved) return 'pending';
  const report = saved.find(({ id }) => id === base.id);
  return report
    ? { base, file: withFullNames(report.file), question: report.file.description ?? '', saved: report }
    : 'gone';
}
