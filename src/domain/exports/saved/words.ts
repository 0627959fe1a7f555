/** A saved export in words, for lists on screen and in the terminal. */
import { savedExportWords as words } from '#texts/exports/saved.ts';
import { weekdayNames } from '#texts/reports/period.ts';
import { exportFormatLabels, exportFormats } from '../../export-formats.ts';
import type { ExportDefinition } from '../definition.ts';
import type { Rhythm } from './rhythm.ts';

export function rhythmText(rhythm: Rhythm | undefined): string {
  if (rhythm === undefined) return words.rhythm.none;
  return rhythm.every === 'month' ? words.rhythm.month(rhythm.day) : words.rhythm.week(weekdayNames[rhythm.weekday]);
}

/** `Time logs, last month, CSV`. */
export function contentText({ records, report, pack, options }: ExportDefinition): string {
  const { label } = exportFormatLabels[options.format ?? exportFormats[0]];
  const period = (records ?? report)?.period?.replaceAll(/(?<=^[a-z].*)-/g, ' ');
  const parts = [report ? words.report : words.records, period, pack && words.packs[pack.by], label];
  return parts.filter((part) => part !== undefined).join(', ');
}

export function audienceText({ options }: ExportDefinition, isForProfile: boolean): string {
  return words.audiences[options.audience ?? (isForProfile ? 'profile' : 'internal')];
}
