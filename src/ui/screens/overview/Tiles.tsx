/** The key figures of the period, each with its change against the period before. */
import { labelPeriod, type Period } from '../../../domain/period.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { measureTexts } from '../../../texts/en/measures.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { Panel } from '../../components/Panel.tsx';
import { Pending } from '../../components/Pending.tsx';
import { measured, measureUnit, unitText } from '../../format/measured.ts';
import { besideLoggedHours, besideMargin, type Beside } from './beside-tiles.ts';
import { changeOf } from './comparison.ts';
import { mainTiles, moneyTiles, type TileMeasure } from './tiles.ts';
import classes from './Tiles.module.css';

export interface TilesProps {
  readonly now: ReportResult | undefined;
  readonly previous: ReportResult | undefined;
  /** The same records, narrowed to those without a cost. */
  readonly withoutCost: ReportResult | undefined;
  /** What `previous` covers; undefined: nothing is compared. */
  readonly before: Period | undefined;
  /** Figures may still grow. */
  readonly isSoFar: boolean;
  readonly showsMoney: boolean;
  readonly currency: string | null;
}

export function Tiles(props: TilesProps) {
  return (
    <Panel className={classes.panel}>
      <div className={classes.row}>
        {mainTiles.map((measure) => (
          <Tile key={measure} measure={measure} {...props} />
        ))}
      </div>
      {props.showsMoney && (
        <div className={classes.row} data-second>
          {moneyTiles.map((measure) => (
            <Tile key={measure} measure={measure} {...props} />
          ))}
          <p className={classes.note}>{measureTexts.margin.formula}</p>
        </div>
      )}
    </Panel>
  );
}

function Tile(props: TilesProps & { readonly measure: TileMeasure }) {
  const { measure, now, previous, before, isSoFar, currency } = props;
  const value = now?.totals[measure];
  const beside = besideOf(props);
  return (
    <div className={classes.tile} data-testid={`tile-${measure}`} data-value={value ?? ''}>
      <p className={classes.label}>{uiTexts.overview.tiles[measure]}</p>
      <p className={classes.value}>
        {now ? (
          <>
            {measured(measure, value, 'tile')} <small>{unitText(measureUnit(measure), currency)}</small>
          </>
        ) : (
          <Pending width="96px" />
        )}
      </p>
      <p className={classes.change}>
        {isSoFar ? uiTexts.soFar : <ChangeLine measure={measure} now={now} previous={previous} before={before} />}
      </p>
      {beside && (
        <p className={classes.beside} title={beside.exact}>
          {beside.text}
        </p>
      )}
    </div>
  );
}

function besideOf({ measure, now, withoutCost }: TilesProps & { readonly measure: TileMeasure }): Beside | undefined {
  if (measure === 'logged_hours') return now && besideLoggedHours(now.totals);
  return measure === 'margin' ? withoutCost && besideMargin(withoutCost.totals) : undefined;
}

/** Growth of hours and value is good, of cost it is neither. */
const tones: Readonly<Partial<Record<TileMeasure, 'plain'>>> = { recorded_cost: 'plain' };

interface ChangeLineProps extends Pick<TilesProps, 'now' | 'previous' | 'before'> {
  readonly measure: TileMeasure;
}

function ChangeLine({ measure, now, previous, before }: ChangeLineProps) {
  if (!before) return null;
  if (!now || !previous) return <Pending width="80px" />;
  const label = labelPeriod(before).title;
  const change = changeOf(measure, now.totals[measure], previous.totals[measure]);
  if (!change) return previous.records === 0 ? uiTexts.overview.noComparison(label) : null;
  // What it is compared with is said once a row; every tile says it on hover.
  const isNamed = measure === mainTiles[0] || measure === moneyTiles[0];
  const tone = tones[measure] ?? (change.sign > 0 ? 'up' : change.sign < 0 ? 'down' : 'plain');
  return (
    <>
      <span className={classes.delta} data-tone={tone} title={uiTexts.overview.on(label)}>
        {change.text}
      </span>{' '}
      {isNamed && uiTexts.overview.on(label)}
    </>
  );
}
