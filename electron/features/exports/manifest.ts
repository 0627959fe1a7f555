/** Describes the origin of a file, whether it holds records or a report. Spends no request. */
import { createHash } from 'node:crypto';
import { fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import type { MisspeltWord, UnheldValue } from '#contract/filters.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { canSeeProperty, removeBillableFilter } from '#domain/exports/audience.ts';
import type { Letter } from '#domain/exports/letter.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import { findProfile } from '#domain/exports/profile.ts';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { formatMisspelt } from '#domain/filter/print.ts';
import { CLIENT_PROPERTY, findReadable } from '#domain/local-properties.ts';
import type { Directory } from '#domain/people/directory.ts';
import { chooseAmounts } from '#domain/records/counted.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { isFigureSetting, type Settings } from '#domain/settings.ts';
import { labelPeriod } from '#domain/time/period.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import type { Completeness } from '#electron/features/completeness.ts';

/** The operands of these operators are values of every line, or bounds of them. */
const operatorsShownByLines: ReadonlySet<Filter['operator']> = new Set([
  'LT',
  'LTE',
  'GT',
  'GTE',
  'BETWEEN',
  'HAS_PROPERTY',
  'NOT_HAS_PROPERTY',
]);

export interface OriginInput {
  readonly options: ExportOptions;
  readonly settings: Settings;
  readonly directory: Directory;
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly misspelt?: readonly MisspeltWord[];
  readonly shownProperties: readonly string[];
  readonly period: ReportResult['period'];
  readonly seal: Completeness;
  readonly isLossy: boolean;
  /** The service's address; null if there is none yet. */
  readonly source: string | null;
  readonly version: string;
}

/** The facts that no writer decides: everything but the file's name, lines and hash. */
export type Origin = ReturnType<typeof toOrigin>;

export function toOrigin(input: OriginInput) {
  const { options, settings, directory, filterGroups, period, seal, isLossy, source, version } = input;
  return {
    format: options.format,
    preset: options.preset,
    audience: options.audience,
    options: describeOptions(options),
    ...describeFilter(
      input.options.billableOnly ? { ...input, filterGroups: removeBillableFilter(filterGroups) } : input,
    ),
    period: period ? { name: period.text, from: period.from, to: period.to } : null,
    calendar: period?.calendar ?? null,
    zone: settings.zone,
    amounts: chooseAmounts(settings.amounts),
    footing: settings.footing,
    digits: { hours: settings.hoursDigits, money: settings.moneyDigits },
    directoryHash: hash(directory),
    settings: describeSettings(settings),
    settingsHash: hashSettings(settings),
    source,
    complete: seal.complete,
    asOf: seal.asOf,
    ...(seal.fromFile !== undefined && { fromFile: seal.fromFile }),
    ...(seal.asKnown !== undefined && { asKnown: seal.asKnown }),
    ...(isLossy && { namesDamaged: true as const }),
    appVersion: version,
  };
}

type Hidden = 'source' | 'directoryHash' | 'settingsHash' | 'letterheadHash';

/** Hides from a client the service's address and the hashes that would reveal changes of names or settings. This computer keeps them. */
export function hideFromClient<Facts extends Pick<Manifest, 'audience' | Hidden>>(facts: Facts): Omit<Facts, Hidden> {
  if (facts.audience !== 'client') return facts;
  const {
    source: _source,
    directoryHash: _directory,
    settingsHash: _settings,
    letterheadHash: _letterhead,
    ...visibleFacts
  } = facts;
  return visibleFacts;
}

/** Lists the settings that figures depend on and that have no separate field in the manifest. */
function describeSettings(settings: Settings): NonNullable<Manifest['settings']> {
  const { weekStart, fiscalYearStart, hoursStyle, currency, hoursPerDay } = settings;
  return { weekStart, fiscalYearStart, hoursStyle, currency, hoursPerDay };
}

/** Findings follow from marks and limits of checks, besides records and settings. */
export function hashReviews(workspace: Workspace): string {
  const { journal } = workspace;
  const marks = journal.reviewedChecks().map((check) => [check, [...journal.reviewMarks(check).values()]]);
  return hash({ marks, limits: workspace.settings().thresholds });
}

export function hashSettings(settings: Settings): string {
  const figures = Object.entries(settings).filter(([name]) => isFigureSetting(name));
  return hash(Object.fromEntries(figures));
}

/** @param letter the letterhead of a statement; other pages name the firm alone */
export function hashLetterhead(
  settings: Settings,
  { letter, firm }: { readonly letter: Letter | undefined; readonly firm: string | undefined },
): Pick<Manifest, 'letterheadHash'> {
  if (!letter) return firm === undefined ? {} : { letterheadHash: hash({ firm }) };
  const { address, orderNumber, reference } = findProfile(settings.clientProfiles, letter.receiver.name) ?? {};
  const { sender } = letter;
  // The manifest itself states the period and the time of the data, which the letter also has.
  const { statementNumber } = settings;
  return { letterheadHash: hash({ sender, statementNumber, address, orderNumber, reference }) };
}

function describeOptions(options: ExportOptions): Manifest['options'] {
  const { heads, times, names, separator, decimalMark, rates, title, signature, chart, partition } = options;
  const { billableOnly, locale, paper = 'a4', groupedBy } = options;
  const requiredOptions = { heads, times, names, separator, decimalMark, rates };
  return {
    ...requiredOptions,
    ...(billableOnly && { billableOnly: true as const }),
    ...(title !== undefined && { title }),
    ...(locale !== undefined && { locale }),
    ...(paper !== 'a4' && { paper }),
    ...(groupedBy !== undefined && { groupedBy }),
    ...(signature && { signature: true as const }),
    ...(chart !== undefined && { chart }),
    ...(partition !== undefined && { partition }),
  };
}

/**
 * Shows a client only conditions that every line of the file reveals anyway, and the condition on the client. It omits conditions on hidden
 * properties, on free text, which searches descriptions too, and on values that the lines need not have, such as another client's name in a
 * list or behind “is not”.
 */
export function describeFilter({
  options,
  filterGroups,
  query,
  misspelt = [],
  shownProperties,
}: Pick<OriginInput, 'options' | 'filterGroups' | 'query' | 'misspelt' | 'shownProperties'>): Pick<
  Manifest,
  'filter' | 'query' | 'misspelt' | 'internalFilter'
> {
  const isVisibleToClient = ({ propertyName, operator, values = [] }: Filter) => {
    const name = findReadable(propertyName)?.name ?? propertyName;
    const isOne = operator === 'EQ' || (operator === 'IN' && values.length === 1);
    const isShown = shownProperties.includes(name) && (isOne || operatorsShownByLines.has(operator));
    return canSeeProperty(name, options) && (isShown || (isOne && name === CLIENT_PROPERTY));
  };
  const isFullyVisible =
    options.audience === 'internal' ||
    (query === '' && filterGroups.length <= 1 && filterGroups.every(({ filters }) => filters.every(isVisibleToClient)));
  if (isFullyVisible) return { filter: filterGroups, query, ...(misspelt.length > 0 && { misspelt: [...misspelt] }) };
  return { filter: [], query: '', internalFilter: true };
}

/** Hashes JSON with sorted names, so that the same content has the same SHA-256. */
function hash(content: unknown): string {
  const sorted = (_name: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash('sha256').update(JSON.stringify(content, sorted)).digest('hex');
}

/** Names no unheld values in a client's file, whose filter has only values that its lines have. */
export function describeUnheld(values: readonly UnheldValue[], { audience }: ExportOptions): Pick<Manifest, 'unheld'> {
  if (values.length === 0 || audience === 'client') return {};
  return { unheld: values.map(({ propertyName, value }) => ({ property: propertyName, value })) };
}

/** Notes what a searched word is taken for, but not in a client's file, which does not reveal how its records were found. */
export function noteMisspelt(words: readonly MisspeltWord[], { audience }: ExportOptions): Manifest['notes'] {
  if (audience === 'client') return [];
  return words.map((word) => ({ code: 'misspelt', records: null, text: formatMisspelt(word) }));
}

/** @throws AppFailure `nothing-matched` always, with what explains it */
export function failEmpty(unheld: readonly UnheldValue[]): never {
  fail({ code: 'nothing-matched', ...(unheld.length > 0 && { unheld: [...unheld] }) });
}

/** The service's address; the sample's is built in and has none. */
export async function nameSource(workspace: Workspace): Promise<string | null> {
  const { kind, title, baseUrl } = await workspace.state();
  return kind === 'sample' ? title : baseUrl;
}

export function formatSeal(seal: Completeness): string {
  const text = formatCompleteness(seal);
  return seal.asKnown === undefined ? text : texts.seal.asKnown(formatUtcMinute(seal.asKnown), text);
}

function formatCompleteness({ complete, allRecordsHere, asOf, fromFile }: Completeness): string {
  if (allRecordsHere === true) return texts.seal.damaged;
  if (fromFile !== undefined) return texts.seal.fromFile(formatUtcMinute(fromFile), complete);
  return complete && asOf !== null ? texts.seal.complete(formatUtcMinute(asOf)) : texts.seal.partial;
}

export function formatPeriod(period: ReportResult['period'], locale?: string): string {
  return period ? labelPeriod(period, locale).full : texts.allTime;
}

/** Describes figures in multiple currencies for a manifest. @param pick selects the totals that the file shows */
export function describeCurrencies(
  { currencies, total }: Pick<ReportResult, 'currencies' | 'total'>,
  pick = (values: Manifest['totals']): Manifest['totals'] => values,
): Pick<Manifest, 'currencies' | 'totalsByCurrency'> {
  return {
    ...(currencies && currencies.length > 1 && { currencies }),
    ...(total.amounts && {
      totalsByCurrency: total.amounts.map(({ currency, values }) => ({ currency, totals: pick(values) })),
    }),
  };
}
