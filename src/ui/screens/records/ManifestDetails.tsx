/** What stands in the manifest of a finished file, to be checked at a glance. */
import type { ReactNode } from 'react';
import type { Manifest } from '../../../contract/api.ts';
import { printFilter } from '../../../domain/filter/print.ts';
import { propertyOf } from '../../../domain/properties.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { count, exactFigure } from '../../format/figures.ts';
import { measured } from '../../format/measured.ts';
import { timeText } from '../../format/times.ts';
import { usePrinting } from '../../format/use-printing.ts';
import { useNames } from '../../names.ts';
import classes from './ExportDialog.module.css';

const texts = uiTexts.exporting.manifest;

export function ManifestDetails({ manifest, zone }: { readonly manifest: Manifest; readonly zone: string }) {
  const { nameOf } = useNames();
  const printing = usePrinting();
  const state =
    manifest.complete && manifest.asOf !== null ? texts.complete(timeText(manifest.asOf, zone)) : texts.partial;
  return (
    <div data-testid="export-manifest">
      <dl>
        <Line label={texts.file}>{manifest.file}</Line>
        <Line label={texts.records}>{count(manifest.records)}</Line>
        <Line label={texts.columns}>{count(manifest.columns.length)}</Line>
        <Line label={texts.filter}>{printFilter(manifest.filter, { query: manifest.query, nameOf })}</Line>
        <Line label={texts.period}>{manifest.period ?? texts.allTime}</Line>
        <Line label={texts.zone}>{manifest.zone}</Line>
        <Line label={texts.state}>{state}</Line>
        {manifest.currency !== null && <Line label={texts.currency}>{manifest.currency}</Line>}
        <Line label={texts.totals}>
          {Object.entries(manifest.totals).map(([name, value]) => (
            <span key={name} className={classes.total}>
              <span>{propertyOf(name).label}</span>
              <span className="figure" title={value === null ? undefined : exactFigure(value)}>
                {measured(name, value, printing)}
              </span>
            </span>
          ))}
        </Line>
        <Line label={texts.sha256}>{manifest.sha256}</Line>
      </dl>
      <p className={classes.beside}>{uiTexts.exporting.beside}</p>
    </div>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
