/** Which methods the past is for. A page loads them without the schemas of the contract. */
import type { Method } from './api.ts';

/**
 * These save what a screen shows or counts, or are about today, so they are refused while it shows the past: today's values would be
 * overwritten by past ones.
 */
export const frozenMethods: ReadonlySet<string> = new Set<Method>([
  'settings.set',
  'names.keep',
  'checks.review',
  'sent.elsewhere',
  'closings.create',
  'closings.decide',
  'closings.adjust',
  'closings.reopen',
  'closings.cancel',
]);

/** The methods that can be asked about a moment of the past. */
export const pastMethods: ReadonlySet<string> = new Set<Method>([
  'report.run',
  'report.bridge',
  'records.page',
  'records.firstFound',
  'records.sums',
  'records.values',
  'filter.unheld',
  'checks.run',
  'checks.findings',
  'checks.people',
  'checks.export',
  'export.run',
  'export.report',
  'export.overview',
  'export.pack',
  'names.list',
  'settings.get',
  'workspace.state',
]);
