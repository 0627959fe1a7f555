/** Shows a report's lines in a panel. Each figure opens its explanation, each name its page. */
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { chooseCurrency, hasMultipleCurrencies } from '#domain/reports/print/printed-currencies.ts';
import { formatUnit } from '#domain/reports/print/printed.ts';
import { subjectTexts as texts } from '#texts/screens/subject.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { EmptyState } from '#ui/components/states.tsx';
import { useWorkspace } from '#ui/data/queries.ts';
import {
  FigureTable,
  toFigureColumn,
  toFigureLines,
  toLineKey,
  toNameColumn,
  toTotalLine,
  type LineNames,
} from '#ui/explain/FigureTable.tsx';
import { useLabels } from '#ui/names.ts';
import type { CellPlace } from '#ui/routing/report-view.ts';
import type { Answer } from '#ui/screens/overview/explain-figure.ts';
import { usePrinted } from '#ui/screens/reports/use-printed.ts';
import classes from './SubjectScreen.module.css';

export interface GroupPanelProps {
  readonly testId: string;
  readonly title: string;
  readonly sub: string;
  /** The dimension of the lines. */
  readonly group: string;
  readonly query: {
    readonly measures: readonly string[];
    /** Undefined during the first load. */
    readonly data: Answer | undefined;
    readonly isStale: boolean;
  };
  readonly isIncomplete: boolean;
  readonly chooseAddress: LineNames['chooseAddress'];
  readonly onExplain: (cell: CellPlace) => void;
}

export function GroupPanel({
  testId,
  title,
  sub,
  group,
  query,
  isIncomplete,
  chooseAddress,
  onExplain,
}: GroupPanelProps) {
  const { measures, data: answer, isStale } = query;
  const result = answer?.result;
  const printed = usePrinted(answer?.report, result)?.printed;
  const labels = useLabels();
  const { currency: usual } = useWorkspace();
  const currency = result && !hasMultipleCurrencies(result) ? chooseCurrency(result, usual) : null;
  return (
    <Panel
      title={title}
      sub={sub}
      isStale={isStale}
      isIncomplete={isIncomplete}
      className={classes.group}
      style={{ gridArea: testId }}
    >
      {result?.rows.length === 0 ? (
        <EmptyState title={isIncomplete ? texts.noneYet : texts.none} />
      ) : (
        <div style={{ overflow: 'auto' }}>
          <FigureTable
            columns={[
              toNameColumn(labels.heading(group)),
              ...measures
                .flatMap((id) => findMeasure(id) ?? [])
                .map(({ id: measureId, label, unit }) =>
                  toFigureColumn({
                    measureId,
                    header: (
                      <>
                        {label} <span className="unit">{formatUnit(unit, currency)}</span>
                      </>
                    ),
                    printed,
                    onExplain,
                  }),
                ),
            ]}
            row={{ toKey: toLineKey }}
            rows={
              printed &&
              result &&
              toFigureLines(result.rows, { group, nameKey: (key) => labels.label(group, key), chooseAddress })
            }
            pendingRows={6}
            foot={
              printed &&
              result && {
                rows: [
                  toTotalLine(result, { name: isIncomplete ? texts.totalSoFar : texts.total, whose: texts.total }),
                ],
              }
            }
            data-testid={testId}
          />
        </div>
      )}
    </Panel>
  );
}
