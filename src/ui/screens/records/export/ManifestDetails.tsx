/** The manifest of a finished file, for a check at a glance. */
import type { Manifest } from '../../../../contract/exports.ts';
import { printFilter } from '../../../../domain/filter/print.ts';
import { requireProperty } from '../../../../domain/properties.ts';
import { amountTexts } from '#texts/reports/reports.ts';
import { datesText } from '../../../../domain/time/period.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Fact, Facts } from '../../../components/values/Facts.tsx';
import { count, exactFigure } from '../../../format/figures.ts';
import { measured } from '../../../format/measured.ts';
import { timeText } from '../../../format/times.ts';
import { usePrinting } from '../../../format/use-printing.ts';
import { useNames } from '../../../names.ts';
import classes from './ExportDialog.module.css';

const texts = uiTexts.exporting.manifest;

export function ManifestDetails({ manifest, zone }: { readonly manifest: Manifest; readonly zone: string }) {
  const { nameOf } = useNames();
  const printing = usePrinting();
  // Money of several currencies has a total for each of them.
  const apart = new Set(manifest.totalsByCurrency?.flatMap(({ totals }) => Object.keys(totals)));
  const isTold = ([name]: readonly [string, unknown]) => !apart.has(name);
  const state =
    manifest.complete && manifest.asOf !== null ? texts.complete(timeText(manifest.asOf, zone)) : texts.partial;
  return (
    <div data-testid="export-manifest">
      <Facts labels="middle">
        <Fact label={texts.file}>{manifest.file}</Fact>
        <Fact label={texts.records}>{count(manifest.records)}</Fact>
        <Fact label={texts.columns}>{count(manifest.columns.length)}</Fact>
        <Fact label={texts.filter}>{printFilter(manifest.filter, { query: manifest.query, nameOf })}</Fact>
        <Fact label={texts.period}>{manifest.period ? datesText(manifest.period) : texts.allTime}</Fact>
        <Fact label={texts.zone}>{manifest.zone}</Fact>
        <Fact label={texts.state}>{state}</Fact>
        {manifest.currency !== null && <Fact label={texts.currency}>{manifest.currency}</Fact>}
        <Fact label={texts.totals}>
          {Object.entries(manifest.totals)
            .filter(isTold)
            .map(([name, value]) => (
              <span key={name} className={classes.total}>
                <span>{requireProperty(name).label}</span>
                <span className="figure" title={value === null ? undefined : exactFigure(value)}>
                  {measured(name, value, printing)}
                </span>
              </span>
            ))}
          {manifest.totalsByCurrency?.flatMap(({ currency, totals }) =>
            Object.entries(totals).map(([name, value]) => (
              <span key={`${name} ${currency ?? ''}`} className={classes.total}>
                <span>{amountTexts.of(requireProperty(name).label, currency)}</span>
                <span className="figure" title={value === null ? undefined : exactFigure(value)}>
                  {measured(name, value, printing)}
                </span>
              </span>
            )),
          )}
        </Fact>
        <Fact label={texts.sha256}>{manifest.sha256}</Fact>
      </Facts>
      <p className={classes.beside}>{uiTexts.exporting.beside}</p>
    </div>
  );
}
