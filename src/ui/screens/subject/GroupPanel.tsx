/** Shows a report's lines in a panel. Each figure opens its explanation, each name its page. */
import { Link } from 'wouter';
import type { PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import { chooseCurrency, hasMultipleCurrencies } from '#domain/reports/print/printed-currencies.ts';
import { formatUnit } from '#domain/reports/print/printed.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { subjectTexts as texts } from '#texts/screens/subject.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { EmptyState } from '#ui/components/states.tsx';
import { PendingRows } from '#ui/components/states.tsx';
import { Amounts } from '#ui/components/values.tsx';
import tables from '#ui/components/tables.module.css';
import { useWorkspace } from '#ui/data/queries.ts';
import { FigureButton, FigureTable } from '#ui/explain/FigureTable.tsx';
import { count } from '#ui/format/figures-and-times.ts';
import { listAmounts, formatFigureSteps } from '#ui/format/measured.ts';
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
  /** Has no data during the first load. */
  readonly query: { readonly data: Answer | undefined; readonly isStale: boolean };
  readonly isIncomplete: boolean;
  readonly chooseAddress: (key: string | null) => string | undefined;
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
  const { data: answer, isStale } = query;
  const result = answer?.result;
  const printed = usePrinted(answer?.report, result)?.printed;
  const labels = useLabels();
  const { currency: usual } = useWorkspace();
  const currency = result && !hasMultipleCurrencies(result) ? chooseCurrency(result, usual) : null;
  const line = (
    name: string,
    place: Omit<CellPlace, 'measure'>,
    lineIn: (measure: PrintedMeasure) => PrintedLine | undefined,
    values: Values,
  ) =>
    (printed ?? []).map((measure) => (
      <Figure
        key={measure.measure.id}
        name={name}
        measure={measure}
        line={lineIn(measure)}
        values={values}
        onExplain={() => onExplain({ measure: measure.measure.id, ...place })}
      />
    ));
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
        <div className={classes.scroll}>
          <FigureTable testId={testId}>
            <thead>
              <tr>
                <th scope="col">{labels.heading(group)}</th>
                {printed?.map(({ measure }) => (
                  <th key={measure.id} scope="col" className={tables.number}>
                    {measure.label} <span className="unit">{formatUnit(measure.unit, currency)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {!printed && <PendingRows rows={6} columns={5} />}
              {printed &&
                result?.rows.map((row, index) => {
                  const key = row.key[group] ?? null;
                  const { folded } = row;
                  const name = folded === undefined ? labels.label(group, key) : groupTexts.other(count(folded));
                  const address = folded === undefined ? chooseAddress(key) : undefined;
                  return (
                    <tr key={`${key ?? ''} ${folded ?? ''}`}>
                      <th scope="row" className={tables.clip} title={name}>
                        {address === undefined ? (
                          name
                        ) : (
                          <Link href={address} className={tables.link}>
                            {name}
                          </Link>
                        )}
                      </th>
                      {line(
                        name,
                        folded === undefined ? { row: [key] } : { row: [key], isOther: true },
                        ({ rows }) => rows[index],
                        row,
                      )}
                    </tr>
                  );
                })}
            </tbody>
            {printed && result && (
              <tfoot>
                <tr>
                  <th scope="row">{isIncomplete ? texts.totalSoFar : texts.total}</th>
                  {line(texts.total, { row: [] }, ({ total }) => total, result.total)}
                </tr>
              </tfoot>
            )}
          </FigureTable>
        </div>
      )}
    </Panel>
  );
}

type Values = Answer['result']['total'];

interface FigureProps {
  readonly name: string;
  readonly measure: PrintedMeasure;
  readonly line: PrintedLine | undefined;
  readonly values: Values;
  readonly onExplain: () => void;
}

function Figure({ name, measure, line, values, onExplain }: FigureProps) {
  const amounts = line ? listAmounts(measure, values, line) : [];
  return (
    <td className={tables.number} data-value={values.values[measure.measure.id] ?? ''}>
      <FigureButton label={overviewTexts.explainFigure(measure.measure.label, name)} onExplain={onExplain}>
        {amounts.length > 0 ? <Amounts amounts={amounts} /> : formatFigureSteps(line?.value ?? null, measure.grid)}
      </FigureButton>
    </td>
  );
}
