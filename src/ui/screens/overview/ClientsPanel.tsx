/** The clients with the most value, the rest in one line, the total of all, and those that have gone quiet. */
import { Link } from 'wouter';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { hasMultipleCurrencies } from '#domain/reports/print/printed-currencies.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { EmptyState } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import {
  FigureButton,
  FigureTable,
  toFigureColumn,
  toFigureLines,
  toLineKey,
  toNameColumn,
} from '#ui/explain/FigureTable.tsx';
import { count } from '#ui/format/figures-and-times.ts';
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
            <FigureTable
              columns={[
                toNameColumn(texts.client),
                ...figures.map((measureId) =>
                  toFigureColumn({ measureId, header: headers[measureId], printed, onExplain }),
                ),
              ]}
              row={{ toKey: toLineKey }}
              rows={
                printed &&
                toFigureLines(rows.slice(0, maxLines), {
                  group: CLIENT_PROPERTY,
                  nameKey: (client) => client ?? texts.noClient,
                  chooseAddress: addresses.clientAddress,
                })
              }
              data-testid="overview-clients"
            />
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
