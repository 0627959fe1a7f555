/** The methods that are allowed or refused while the past is shown. A page can load them without the contract's schemas. */
import type { Method } from './api.ts';

/**
 * Methods that save what a screen shows or concern the present, so they are refused while the past is shown: they would overwrite present
 * values with past ones.
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

/** Methods that can be called for a past moment. */
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
