/** The meaning of a chart's colours and hatches; screen readers get each mark's own name. */
import type { CSSProperties } from 'react';
import type { LegendEntry } from '../../domain/charts/legend.ts';
import classes from './charts.module.css';

export function ChartLegend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  return (
    <div className={classes.legend} aria-hidden>
      {entries.map(({ kind, label, colour }) => (
        <span key={`${kind} ${label}`}>
          {kind === 'colour' && <i style={{ background: colour }} />}
          {kind !== 'colour' && kind !== 'written' && (
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- custom properties are no part of React's types
            <i data-kind={kind} style={{ '--legend-colour': colour } as CSSProperties} />
          )}
          {label}
        </span>
      ))}
    </div>
  );
}
