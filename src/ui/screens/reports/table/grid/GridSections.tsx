/** The names of a head's sections above their columns; a name stays visible as long as one of its columns is. */
import { useMemo } from 'react';
import type { GridColumns } from './grid-columns.ts';
import type { GridLayout } from './grid-layout.ts';
import type { ColumnSpan } from './grid-props.ts';
import { sectionSpans } from './section-spans.ts';
import classes from './ReportGrid.module.css';

export interface GridSectionsProps {
  readonly columns: GridColumns;
  readonly layout: GridLayout;
  readonly span: ColumnSpan;
}

export function GridSections({ columns, layout, span }: GridSectionsProps) {
  const spans = useMemo(() => sectionSpans(columns.scrolled, layout.widths), [columns, layout]);
  return spans
    .filter(({ from, to }) => to > span.from && from < span.to)
    .map(({ id, left, width }) => {
      const section = columns.sections.get(id);
      return (
        // Every column's own name contains its section too.
        <span
          key={id}
          className={classes.section}
          style={{ left: layout.firstWidth + left, width }}
          data-open={section?.isOpen || undefined}
          aria-hidden
        >
          <span className={classes.sectionName} style={{ left: layout.firstWidth }}>
            {section && sectionText(section)}
          </span>
        </span>
      );
    });
}

/** “part of week 40” contains the week's name. */
export function sectionText({ title, state, isOpen }: { title: string; state: string; isOpen: boolean }): string {
  if (state === '') return title;
  return isOpen ? `${title} · ${state}` : state;
}
