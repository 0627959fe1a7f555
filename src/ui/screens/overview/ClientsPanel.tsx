/** The clients that bring the most value, the rest in one line, all of them as the total, and those who have gone quiet. */
import { Link } from 'wouter';
import { CLIENT_PROPERTY } from '../../../domain/local-properties.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { overviewTexts } from '../../../texts/en/overview.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PendingRows } from '../../components/PendingRows.tsx';
import { count } from '../../format/figures.ts';
import { measured } from '../../format/measured.ts';
import type { QuietClient } from './quiet-clients.ts';
import tables from '../../components/tables.module.css';
import classes from './OverviewScreen.module.css';

export interface ClientsPanelProps {
  readonly result: ReportResult | undefined;
  readonly quiet: readonly QuietClient[];
  /** Not all records of the period are here and verified. */
  readonly isSoFar: boolean;
  /** Undefined: those beyond the top. */
  readonly addressOf: (client: string | null | undefined) => string;
  readonly quietAddress: (client: string) => string;
}

const texts = overviewTexts.clients;
const measures = ['billable_logged_hours', 'billable_value', 'effective_rate'] as const;
const heads = { billable_logged_hours: texts.billable, billable_value: texts.value, effective_rate: texts.rate };

export function ClientsPanel({ result, quiet, isSoFar, addressOf, quietAddress }: ClientsPanelProps) {
  return (
    <Panel title={texts.title} sub={texts.sub} className={classes.clients}>
      {result?.rows.length === 0 ? (
        <EmptyState title={isSoFar ? texts.noneYet : texts.none} />
      ) : (
        <div className={classes.scroll}>
          <table className={tables.table} data-testid="overview-clients">
            <thead>
              <tr>
                <th scope="col">{texts.client}</th>
                {measures.map((measure) => (
                  <th key={measure} scope="col" className={tables.number}>
                    {heads[measure]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {!result && <PendingRows rows={8} columns={4} />}
              {result?.rows.map(({ key, folded, values }) => {
                const client = key[CLIENT_PROPERTY] ?? null;
                const name = folded === undefined ? (client ?? texts.noClient) : texts.others(count(folded));
                return (
                  <tr key={`${client ?? ''} ${folded ?? ''}`}>
                    <th scope="row" className={tables.clip}>
                      <Link
                        href={addressOf(folded === undefined ? client : undefined)}
                        className={tables.link}
                        title={name}
                      >
                        {name}
                      </Link>
                    </th>
                    <Figures values={values} />
                  </tr>
                );
              })}
            </tbody>
            {result && (
              <tfoot>
                <tr>
                  <th scope="row">{isSoFar ? texts.allSoFar : texts.all}</th>
                  <Figures values={result.totals} />
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
      {quiet.length > 0 && (
        <p className={classes.quiet} title={texts.quietDetail}>
          <span className={classes.quietTitle}>{texts.quiet}</span>
          {quiet.map(({ name, weeks }) => (
            <span key={name}>
              <Link href={quietAddress(name)} className={tables.link}>
                {name}
              </Link>{' '}
              <span className="quiet">{texts.quietSince(count(weeks))}</span>
            </span>
          ))}
        </p>
      )}
    </Panel>
  );
}

function Figures({ values }: { readonly values: ReportResult['totals'] }) {
  return measures.map((measure) => (
    <td key={measure} className={tables.number} data-value={values[measure] ?? ''}>
      {measured(measure, values[measure], 'table')}
    </td>
  ));
}
