/** The clients with the most value, the rest in one line, the total of all, and those that have gone quiet. */
import { Link } from 'wouter';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { hasMultipleCurrencies, chooseCurrencyLabel } from '#domain/reports/print/printed-currencies.ts';
import type { PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { Amounts } from '#ui/components/values.tsx';
import { EmptyState, PendingRows } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { FigureButton, FigureTable } from '#ui/explain/FigureTable.tsx';
import { count } from '#ui/format/figures-and-times.ts';
import { listAmounts, formatFigureSteps } from '#ui/format/measured.ts';
import type { CellPlace } from '#ui/routing/report-view.ts';
import { useLinesThatFit } from './use-lines-that-fit.ts';
import { usePrinted } from '../reports/use-printed.ts';
import type { Answer } from './explain-figure.ts';
import type { QuietClient } from './panel-figures.ts';
import tables from '#ui/components/tables.module.css';
import classes from './OverviewScreen.module.css';

export interface ClientAddresses {
  /** The address of a client, of the records without one (null), or of the clients beyond the top (undefined). */
  readonly clientAddress: (client: string | null | undefined) => string;
  readonly quietClientAddress: (client: string) => string;
  readonly report: string;
}

export interface ClientsPanelProps {
  readonly isStale: boolean;
  readonly answer: Answer | undefined;
  readonly quiet: readonly QuietClient[];
  readonly isIncomplete: boolean;
  readonly addresses: ClientAddresses;
  readonly onExplain: (cell: CellPlace) => void;
  readonly onExplainQuiet: (client: QuietClient) => void;
}

const texts = overviewTexts.clients;
const measures = ['billable_logged_hours', 'billable_value', 'effective_rate'] as const;
/** The panel has room for one column of amounts in multiple currencies; the report has their rates. */
const measuresWithCurrencies = measures.slice(0, 2);
const headers = { billable_logged_hours: texts.billable, billable_value: texts.value, effective_rate: texts.rate };

export function ClientsPanel(props: ClientsPanelProps) {
  const { answer, isStale, quiet, isIncomplete, addresses, onExplain, onExplainQuiet } = props;
  const result = answer?.result;
  const printed = usePrinted(answer?.report, result)?.printed;
  const { room, maxLines } = useLinesThatFit(1);
  const rows = result?.rows ?? [];
  const visibleRows = rows.slice(0, maxLines);
  const figures = result && hasMultipleCurrencies(result) ? measuresWithCurrencies : measures;
  // A grouped tail counts as the clients that it holds.
  const beyond = rows.slice(maxLines).reduce((sum, { folded = 1 }) => sum + folded, 0);
  return (
    <Panel
      title={texts.title}
      sub={result && hasMultipleCurrencies(result) ? texts.subSeveral : texts.sub}
      className={classes.clients}
      isIncomplete={isIncomplete}
      isStale={isStale}
      controls={
        beyond > 0 && (
          <Link href={addresses.report} className={tables.link}>
            {texts.more(count(beyond))}
          </Link>
        )
      }
    >
      {result?.rows.length === 0 ? (
        <EmptyState title={isIncomplete ? texts.noneYet : texts.none} />
      ) : (
        <div ref={room} className={classes.room}>
          <div className={classes.scroll}>
            <FigureTable testId="overview-clients">
              <thead>
                <tr>
                  <th scope="col">{texts.client}</th>
                  {figures.map((measure) => (
                    <th key={measure} scope="col" className={tables.number}>
                      {headers[measure]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {!printed && <PendingRows rows={8} columns={4} />}
                {printed &&
                  visibleRows.map((row, index) => {
                    const { key, folded } = row;
                    const client = key[CLIENT_PROPERTY] ?? null;
                    const name = folded === undefined ? (client ?? texts.noClient) : texts.others(count(folded));
                    return (
                      <tr key={`${client ?? ''} ${folded ?? ''}`}>
                        <th scope="row" className={tables.clip}>
                          <Link
                            href={addresses.clientAddress(folded === undefined ? client : undefined)}
                            className={tables.link}
                            title={name}
                          >
                            {name}
                          </Link>
                        </th>
                        <Figures
                          owner={name}
                          place={folded === undefined ? { row: [client] } : { row: [client], isOther: true }}
                          line={row}
                          figures={figures}
                          printed={printed}
                          chooseLine={(measure) => measure.rows[index]}
                          onExplain={onExplain}
                        />
                      </tr>
                    );
                  })}
              </tbody>
            </FigureTable>
          </div>
        </div>
      )}
      {quiet.length > 0 && (
        <p className={classes.quiet} title={texts.quietDetail}>
          <span className={classes.quietTitle}>{texts.quiet}</span>
          {quiet.map((client) => (
            <span key={client.name}>
              <Link href={addresses.quietClientAddress(client.name)} className={tables.link}>
                {client.name}
              </Link>{' '}
              <span className="quiet">
                <FigureButton
                  label={overviewTexts.explainFigure(texts.quietFigure, client.name)}
                  onExplain={() => onExplainQuiet(client)}
                >
                  {texts.quietSince(count(client.weeks))}
                </FigureButton>
              </span>
            </span>
          ))}
        </p>
      )}
    </Panel>
  );
}

interface FiguresProps {
  readonly owner: string;
  readonly place: Omit<CellPlace, 'measure'>;
  readonly line: ReportResult['total'];
  readonly figures: readonly (typeof measures)[number][];
  readonly printed: readonly PrintedMeasure[];
  readonly chooseLine: (measure: PrintedMeasure) => PrintedLine | undefined;
  readonly onExplain: (cell: CellPlace) => void;
}

function Figures({ owner, place, line, figures, printed, chooseLine, onExplain }: FiguresProps) {
  return figures.map((id) => {
    const measure = printed.find((printedMeasure) => printedMeasure.measure.id === id);
    const value = line.values[id] ?? null;
    const figure = measure && chooseLine(measure);
    const amounts = figure ? listAmounts(measure, line, figure) : [];
    // Only with multiple currencies: a single one is shown in the tiles and below the title.
    const hasOneCurrency = measure && value !== null && amounts.length === 0;
    const label = hasOneCurrency ? chooseCurrencyLabel(measure.measure, { line }) : null;
    return (
      <td key={id} className={tables.number} data-value={value ?? ''}>
        <FigureButton
          label={overviewTexts.explainFigure(measure?.measure.label ?? headers[id], owner)}
          onExplain={() => onExplain({ measure: id, ...place })}
        >
          {amounts.length > 0 ? (
            <Amounts amounts={amounts} />
          ) : (
            measure && formatFigureSteps(figure?.value ?? null, measure.grid)
          )}
          {label !== null && <span className="unit"> {label}</span>}
        </FigureButton>
      </td>
    );
  });
}
