/** The key figures of the period, each with its change against the period before; each opens its explanation. */
import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { chooseCurrency, hasMultipleCurrencies } from '#domain/reports/print/printed-currencies.ts';
import type { PrintSettings } from '#domain/reports/print/printed.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { overviewTexts as texts } from '#texts/screens/overview.ts';
import { explainTexts, reportNoteTexts } from '#texts/reports/reports.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Amounts } from '#ui/components/values.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { Pending } from '#ui/components/states.tsx';
import { call } from '#ui/data/client.ts';
import { preferences, useWorkspace } from '#ui/data/queries.ts';
import { notifyFailure } from '#ui/notifications.tsx';
import { listTotalAmounts, figureUnit, formatMeasure, formatWithUnit, measureUnit } from '#ui/format/measured.ts';
import { difference, isSmallChange, datesText, periodLabel } from '#ui/format/figures-and-times.ts';
import { useNotableChange, usePrintSettings } from '#ui/format/use-printing.ts';
import { chooseTileNote, type TileNote, compareFigures } from './tile-figures.ts';
import { mainTiles, secondRowTiles, type TileMeasure } from '#domain/overview/tiles.ts';
import classes from './OverviewScreen.module.css';

export interface TilesProps {
  readonly isStale: boolean;
  readonly figures: ReportResult | undefined;
  /** The changes of the figures; in a running period, those up to yesterday. */
  readonly compared: ReportResult | undefined;
  /** Utilisation and expected hours; undefined while loading, null if they cannot be computed. */
  readonly expected: ReportResult | null | undefined;
  /** Mean billable hours of the four weeks before; only if the period is a week. */
  readonly mean: string | undefined;
  readonly isIncomplete: boolean;
  readonly showsMoney: boolean;
  /** @param isChange a click on the change asks why the figure moved; by keyboard the explanation leads there */
  readonly onExplain: (measure: TileMeasure, isChange: boolean) => void;
}

/** @param omitted the measure that is left out, because it means nothing for the subject of the tiles */
export function Tiles({ omitted, ...props }: TilesProps & { readonly omitted?: TileMeasure | undefined }) {
  const [showsMore, setShowsMore] = useMoreFigures();
  const main = mainTiles.filter((measure) => measure !== omitted);
  return (
    <Panel style={{ flex: 'none' }} isStale={props.isStale}>
      <div className={classes.tiles}>
        <div className={classes.row} style={{ ['--tiles' as string]: main.length }}>
          {main.map((measure) => (
            <Tile key={measure} measure={measure} {...props} />
          ))}
        </div>
        {props.showsMoney && <MoreButton showsMore={showsMore} onChange={setShowsMore} />}
        {props.showsMoney && showsMore && (
          <div className={classes.row} data-second>
            {secondRowTiles.map((measure) => (
              <Tile key={measure} measure={measure} {...props} />
            ))}
          </div>
        )}
      </div>
    </Panel>
  );
}

interface MoreButtonProps {
  readonly showsMore: boolean;
  readonly onChange: (showsMore: boolean) => void;
}

function MoreButton({ showsMore, onChange }: MoreButtonProps) {
  const Chevron = showsMore ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton
      className={classes.moreFigures}
      aria-expanded={showsMore}
      onClick={() => onChange(!showsMore)}
      data-testid="more-figures"
    >
      <Chevron size={13} stroke={1.8} aria-hidden />
      {showsMore ? texts.fewerFigures : texts.moreFigures}
    </UnstyledButton>
  );
}

/** Whether the second row is shown, which is remembered between starts. */
function useMoreFigures(): readonly [boolean, (showsMore: boolean) => void] {
  const client = useQueryClient();
  const { data: preferred } = useQuery(preferences);
  const show = (moreFigures: boolean) => {
    // Takes effect at once; stored afterwards.
    client.setQueryData(preferences.queryKey, (all) => all && { ...all, moreFigures });
    call('preferences.set', { moreFigures }).then(
      (all) => client.setQueryData(preferences.queryKey, all),
      notifyFailure,
    );
  };
  return [preferred?.moreFigures ?? false, show];
}

/** The longest figure, in characters, that a tile can show in large type. */
const MAX_LARGE = 12;

type TileProps = TilesProps & { readonly measure: TileMeasure };

function Tile(props: TileProps) {
  const { measure, figures, expected, isIncomplete, onExplain } = props;
  const { currency } = useWorkspace();
  const answer = measure === 'utilisation' ? expected : figures;
  const value = answer?.totals[measure];
  const printing = usePrintSettings();
  const amounts = answer ? listTotalAmounts(measure, answer, printing) : [];
  const figure = formatMeasure(measure, value, printing);
  return (
    <button
      type="button"
      className={classes.tile}
      data-testid={`tile-${measure}`}
      data-value={value ?? ''}
      title={texts.explain(texts.tiles[measure])}
      disabled={!answer}
      onClick={({ target }) => onExplain(measure, isChange(target))}
    >
      <span className={classes.label}>{texts.tiles[measure]}</span>
      <span
        className={classes.value}
        data-several={amounts.length > 0 || undefined}
        data-long={figure.length > MAX_LARGE || undefined}
      >
        {answer === undefined ? (
          <Pending width="96px" />
        ) : amounts.length > 0 ? (
          <Amounts amounts={amounts} />
        ) : (
          <>
            {figure}{' '}
            <small>{value ? figureUnit(measureUnit(measure), printing, chooseCurrency(answer, currency)) : ''}</small>
          </>
        )}
      </span>
      <span className={classes.change}>
        {isIncomplete && answer && <span className="so-far">{uiTexts.soFar} </span>}
        <TileFooter {...props} />
      </span>
    </button>
  );
}

const isChange = (target: EventTarget) => target instanceof Element && target.closest('[data-change]') !== null;

function TileFooter(props: TileProps) {
  const { measure, figures, compared, expected, mean } = props;
  const printing = usePrintSettings();
  if (measure === 'utilisation') {
    const expectedText = formatExpected(expected, printing);
    return (
      <>
        {expectedText && <span>{expectedText} </span>}
        {expected && <TileNoteText note={chooseTileNote(measure, expected, printing)} />}
      </>
    );
  }
  if (figures && hasMultipleCurrencies(figures) && typeof figures.totals[measure] !== 'string')
    return (
      <Text span inherit c="var(--warn)" title={reportNoteTexts['mixed-currencies']()}>
        {texts.severalCurrencies}
      </Text>
    );
  const note = figures && chooseTileNote(measure, figures, printing);
  // Beside a warning there is no room for the compared period.
  const namesPeriod = !note && (measure === mainTiles[1] || measure === secondRowTiles[0]);
  const change = <ChangeLine measure={measure} result={compared} namesPeriod={namesPeriod} />;
  return (
    <>
      {change}
      {measure === 'billable_logged_hours' && mean !== undefined && (
        <span className="quiet"> · {texts.mean(formatWithUnit(measure, mean, printing))}</span>
      )}
      <TileNoteText note={note} />
    </>
  );
}

function TileNoteText({ note }: { readonly note: TileNote | undefined }) {
  if (!note) return null;
  return (
    <Text span inherit c="var(--warn)" title={note.exact} className={classes.note}>
      {note.text}
    </Text>
  );
}

function formatExpected(expected: ReportResult | null | undefined, printing: PrintSettings): string {
  if (expected === undefined || expected?.records === 0) return '';
  const hours = expected?.totals['expected_hours'] ?? null;
  return hours === null ? texts.noExpected : texts.expected(formatWithUnit('expected_hours', hours, printing));
}

/** Growth of hours and value is good; growth of cost and of non-billable hours is neither good nor bad. */
const tones: Readonly<Partial<Record<TileMeasure, 'plain'>>> = { recorded_cost: 'plain', nonbillable_hours: 'plain' };

interface ChangeLineProps {
  readonly measure: TileMeasure;
  readonly result: ReportResult | undefined;
  /** Whether to name the compared period: once per row, because every tile has it in its tooltip. */
  readonly namesPeriod: boolean;
}

function ChangeLine({ measure, result, namesPeriod }: ChangeLineProps) {
  const notableChange = useNotableChange();
  const comparison = result?.comparison;
  if (!result || !comparison?.period) return null;
  const { full } = periodLabel(comparison.period);
  const year = (day: string | undefined) => day?.slice(0, 4);
  const dates = datesText(comparison.period, {
    withYear: year(comparison.period.from) !== year(result.period?.to),
  });
  const nameDates = comparison.elapsedDays === null ? texts.on : texts.toYesterdayOn;
  const before = result.total.before;
  const change = compareFigures(measure, result.totals[measure], before?.values[measure]);
  if (!change) return before ? null : <span>{texts.noComparison(dates)} </span>;
  const moved = difference(result.totals[measure] ?? '0', before?.values[measure] ?? '0');
  const isSmall = isSmallChange(moved, before?.values[measure], notableChange);
  const tone = isSmall ? 'plain' : (tones[measure] ?? (change.sign > 0 ? 'up' : change.sign < 0 ? 'down' : 'plain'));
  return (
    <>
      <span className={classes.delta} data-tone={tone} data-change title={`${nameDates(full)} · ${explainTexts.why}`}>
        {change.text}
      </span>{' '}
      {namesPeriod && nameDates(dates)}
    </>
  );
}
