/** The clients that bring the most value, the rest in one line, and all of them as the total. */
import { Link } from 'wouter';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PendingRows } from '../../components/PendingRows.tsx';
import { ShareBar } from '../../components/ShareBar.tsx';
import { Tag } from '../../components/Tag.tsx';
import { count } from '../../format/figures.ts';
import { measured } from '../../format/measured.ts';
import type { Names } from '../../names.ts';
import { clientTotals, type ClientLine } from './client-totals.ts';
import tables from '../../components/tables.module.css';
import classes from './OverviewScreen.module.css';

export interface ClientsPanelProps {
  readonly result: ReportResult | undefined;
  readonly directory: Names;
  /** Not all records of the period are here and verified. */
  readonly isSoFar: boolean;
  readonly addressOf: (line: ClientLine) => string;
}

const TOP = 10;
const texts = uiTexts.overview.clients;

export function ClientsPanel({ result, directory, isSoFar, addressOf }: ClientsPanelProps) {
  const totals = result && clientTotals(result, directory, TOP);
  return (
    <Panel title={texts.title} sub={texts.sub} className={classes.clients}>
      {totals?.top.length === 0 ? (
        <EmptyState title={isSoFar ? texts.noneYet : texts.none} />
      ) : (
        <div className={classes.scroll}>
          <table className={tables.table} data-testid="overview-clients">
            <Head />
            <tbody>
              {!totals && <PendingRows rows={8} columns={5} />}
              {totals?.top.map((line) => (
                <tr key={line.name ?? JSON.stringify(line.objects)}>
                  <th scope="row" className={tables.clip}>
                    <span className={tables.named}>
                      <Link href={addressOf(line)} className={tables.link} title={nameOfLine(line)}>
                        {nameOfLine(line)}
                      </Link>
                      {line.objects.length > 1 && (
                        <span className={classes.objects}>
                          <Tag>{texts.objects(count(line.objects.length))}</Tag>
                        </span>
                      )}
                    </span>
                  </th>
                  <Figures line={line} full={totals.top[0]?.part} />
                </tr>
              ))}
              {totals?.others && (
                <tr>
                  <th scope="row" className="quiet">
                    {texts.others(count(totals.others.count))}
                  </th>
                  <Figures line={totals.others.line} full={totals.top[0]?.part} />
                </tr>
              )}
            </tbody>
            {totals && (
              <tfoot>
                <tr>
                  <th scope="row">{isSoFar ? texts.allSoFar : texts.all}</th>
                  <Figures line={totals.total} />
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
    </Panel>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">{texts.client}</th>
        <th scope="col" className={tables.number}>
          {texts.billable}
        </th>
        <th scope="col" className={tables.number}>
          {texts.value}
        </th>
        <th scope="col" className={tables.number}>
          {texts.rate}
        </th>
        <th scope="col">{texts.part}</th>
      </tr>
    </thead>
  );
}

/** @param full the part that fills the bar; undefined: no bar. */
function Figures({ line, full }: { readonly line: ClientLine; readonly full?: string | null | undefined }) {
  return (
    <>
      <td className={tables.number} data-value={line.hours ?? ''}>
        {measured('billable_logged_hours', line.hours, 'table')}
      </td>
      <td className={tables.number} data-value={line.value ?? ''}>
        {measured('billable_value', line.value, 'table')}
      </td>
      <td className={tables.number} data-value={line.rate ?? ''}>
        {measured('effective_rate', line.rate, 'table')}
      </td>
      <td>{full !== undefined && <ShareBar share={line.part} full={full} />}</td>
    </>
  );
}

function nameOfLine({ name, objects }: ClientLine): string {
  if (name !== undefined) return name;
  const [object] = objects;
  if (!object || object.id === null) return texts.noObject;
  return object.type === null ? object.id : `${object.type} ${object.id}`;
}
