/** The meaning of the shades of a report's cells: from which figure to which, in steps, and which cells have none. */
import type { PrintedMeasure } from '#domain/reports/print/model.ts';
import { formatSteps, toSteps } from '#domain/reports/print/printed.ts';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { formatUnit } from '#domain/reports/print/unit-text.ts';
import { HEAT_STEPS, type HeatSpan } from './heat.ts';
import classes from '../ReportsScreen.module.css';

const texts = reportsTexts.heat;
/** More scales than these could not be read: each column has its own, and that is said. */
const MOST_SCALES = 3;
/** As exact as figures are. */
const MOST_DIGITS = 8;
const steps = Array.from({ length: HEAT_STEPS }, (_, at) => at + 1);

export interface HeatLegendProps {
  readonly printed: readonly PrintedMeasure[];
  readonly spans: ReadonlyMap<string, HeatSpan>;
}

export function HeatLegend({ printed, spans }: HeatLegendProps) {
  const shaded = printed.flatMap(({ measure, grid }) => {
    const span = spans.get(measure.id);
    return span ? [{ measure, grid, span }] : [];
  });
  if (shaded.length === 0) return null;
  return (
    <div className={classes.heatLegend} data-testid="heat-legend">
      {shaded.slice(0, MOST_SCALES).map(({ measure, grid, span }) => {
        const print = (size: number) => formatSteps(toSteps(size.toFixed(MOST_DIGITS), grid), grid, { minus: '−' });
        // The currency of amounts is named below the table.
        const unit = grid.style === 'decimal' && measure.unit !== 'rate' ? formatUnit(measure.unit, null) : '';
        return (
          <span key={measure.id} className={classes.heatScale}>
            {texts.upTo(shaded.length > 1 ? measure.label : texts.shade, print(span.least))}
            <span className={classes.heatSteps} aria-hidden>
              {steps.map((step) => (
                <i key={step} data-heat={step} />
              ))}
            </span>
            {texts.from(print(span.most), unit)}
          </span>
        );
      })}
      <span>{shaded.length > MOST_SCALES ? texts.ownScales : texts.none}</span>
    </div>
  );
}
