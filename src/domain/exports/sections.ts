/** A file's facts for people, under audit headings: completeness, accuracy, source, extraction and filters. */
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { basisTexts } from '#texts/reports/reports.ts';
import type { FilterGroups } from '../filter/model.ts';
import { formatCount, formatDay } from '../locale-forms.ts';
import { printFilter, type PrintOptions } from '../filter/print.ts';
import type { AmountSource, Footing, Settings } from '../settings.ts';
import { formatUtcMinute } from '../time/utc.ts';
import { formatMonthSpans } from '../reports/keys/counterparts.ts';
import type { Audience } from './options.ts';
import type { Fact, FactSection } from './model.ts';

/** The facts that are known before the file's lines are written. */
export interface ManifestFacts {
  readonly records: number;
  readonly lines: number;
  readonly totals: Readonly<Record<string, string | null>>;
  readonly currency: string | null;
  readonly filter: FilterGroups;
  readonly query: string;
  readonly misspelt?: PrintOptions['misspelt'];
  readonly internalFilter?: true | undefined;
  readonly period: { readonly name: string; readonly from: string; readonly to: string } | null;
  readonly calendar: string | null;
  readonly zone: string;
  readonly amounts: AmountSource;
  readonly footing: Footing;
  readonly digits: { readonly hours: number; readonly money: number };
  /** The other settings that affect figures. */
  readonly settings?: Pick<Settings, 'hoursStyle'> | undefined;
  readonly missing: readonly string[];
  readonly unreadable: number;
  readonly audience: Audience;
  readonly directoryHash?: string | undefined;
  readonly settingsHash?: string | undefined;
  readonly source?: string | null | undefined;
  readonly complete: boolean;
  readonly asOf: string | null;
  readonly appVersion: string;
}

export interface FactTexts {
  /** `Complete as of …`, or why the file is not complete. */
  readonly seal: string;
  readonly period: string;
  /** The reader's locale; without one, days are written as `2026-10-01`. */
  readonly locale?: string | undefined;
  readonly client?: string | undefined;
  readonly nameOf?: (propertyName: string, value: string) => string | undefined;
}

export function toSections(facts: ManifestFacts, { seal, period, nameOf, client, locale }: FactTexts): FactSection[] {
  const { sections: titles, facts: labels } = texts;
  const createFact = (label: string, text: string): Fact => ({ label, text });
  const day = (date: string) => (locale === undefined ? date : formatDay(date, locale));
  const isClock = facts.settings?.hoursStyle === 'clock';
  const digits = labels.digitsOf(isClock ? null : String(facts.digits.hours), String(facts.digits.money));
  return [
    {
      title: titles.completeness,
      facts: [
        createFact(labels.state, seal),
        createFact(labels.records, formatCount(facts.records, locale)),
        createFact(labels.lines, formatCount(facts.lines, locale)),
        ...(facts.missing.length > 0
          ? [createFact(labels.missing, formatMonthSpans(facts.missing.map((month) => `${month}-01`)))]
          : []),
      ],
    },
    {
      title: titles.accuracy,
      facts: [
        createFact(labels.unreadable, formatCount(facts.unreadable, locale)),
        createFact(labels.footing, basisTexts.footing[facts.footing]),
        createFact(labels.digits, digits),
        createFact(labels.amounts, basisTexts.amounts[facts.amounts]),
      ],
    },
    ...(facts.audience === 'client'
      ? []
      : [
          {
            title: titles.source,
            facts: [
              createFact(labels.service, facts.source ?? labels.none),
              createFact(labels.directory, facts.directoryHash ?? ''),
              createFact(labels.settings, facts.settingsHash ?? ''),
            ],
          },
        ]),
    {
      title: titles.extraction,
      facts: [
        createFact(labels.asOf, facts.asOf === null ? labels.none : formatUtcMinute(facts.asOf)),
        createFact(labels.program, labels.programVersion(facts.appVersion)),
        createFact(labels.zone, facts.zone),
      ],
    },
    {
      title: titles.filters,
      facts: [
        createFact(labels.period, period),
        ...(facts.period ? [createFact(labels.dates, labels.span(day(facts.period.from), day(facts.period.to)))] : []),
        ...(facts.calendar === null ? [] : [createFact(labels.calendar, toCalendarWords(facts.calendar))]),
        createFact(
          labels.filter,
          facts.internalFilter
            ? labels.internalFilter
            : printFilter(facts.filter, { query: facts.query, misspelt: facts.misspelt, ...(nameOf && { nameOf }) }),
        ),
        createFact(
          labels.audience,
          facts.audience === 'client' && client !== undefined ? client : labels.audiences[facts.audience],
        ),
      ],
    },
  ];
}

const toCalendarWords = (calendar: string) => (calendar === 'clock' ? basisTexts.clock : basisTexts.recorded);
