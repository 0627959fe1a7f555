/** Asks the service for this record, once it is wanted: what differs from here, and the history of its values. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecordRow } from '#contract/api.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { propertyNames } from '#domain/property-names.ts';
import { recordDrawerTexts as texts } from '#texts/screens/records/drawer.ts';
import { ErrorState } from '#ui/components/states/ErrorState.tsx';
import { Fact, Facts } from '#ui/components/values/Facts.tsx';
import { call } from '#ui/data/client.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { dataStatus } from '#ui/data/queries.ts';
import { timeText } from '#ui/format/times.ts';
import { useNames } from '#ui/names.ts';
import { wholeReceivedText } from '#ui/format/received-text.ts';
import { findDifferences, readHistory } from './live-record.ts';
import classes from './RecordDrawer.module.css';

/** What is asked for its history: what people argue about. */
const remembered = [
  OWNER_PROPERTY,
  propertyNames.title,
  propertyNames.totalHours,
  propertyNames.billableHours,
  propertyNames.billableRate,
  propertyNames.billableAmount,
  propertyNames.costAmount,
];

export function LiveRecord({ row }: { readonly row: RecordRow }) {
  const client = useQueryClient();
  const { key } = useWorkspace();
  const ask = useMutation({
    mutationFn: () => call('lookup.run', { ids: [row.id], propertiesWithHistory: remembered }),
    onSettled: () => client.invalidateQueries({ queryKey: dataStatus.queryKey }),
  });
  const { data: status } = useQuery(dataStatus);
  const left = status ? status.quota.limit - status.quota.used : 1;
  return (
    <section className={classes.group}>
      <h3 className={classes.title}>{texts.live}</h3>
      {key === 'none' ? (
        <p className="quiet">{texts.noKey}</p>
      ) : (
        <p>
          <Button
            loading={ask.isPending}
            disabled={left <= 0}
            onClick={() => ask.mutate()}
            aria-keyshortcuts="h"
            data-ask-history
          >
            {ask.isPending ? texts.asking : texts.ask}
          </Button>{' '}
          <span className="quiet">{texts.price}</span>
        </p>
      )}
      {ask.error && <ErrorState error={ask.error} onRetry={() => ask.mutate()} />}
      {ask.data && <Answer row={row} answer={ask.data} />}
    </section>
  );
}

interface AnswerProps {
  readonly row: RecordRow;
  readonly answer: Awaited<ReturnType<typeof call<'lookup.run'>>>;
}

/** The button that was pressed lost the focus while it waited: its answer takes it, and keys go on to work in the record. */
function takeLostFocus(answer: HTMLElement | null): void {
  if (document.activeElement === document.body) answer?.focus();
}

function Answer({ row, answer }: AnswerProps) {
  const { zone } = useWorkspace();
  const { nameOf } = useNames();
  const [found] = answer.found;
  if (!found) return <p>{answer.failed[0]?.message ?? texts.missing}</p>;
  const differences = findDifferences(row, found, { zone, nameOf });
  const history = readHistory(found);
  return (
    <div data-testid="record-live" tabIndex={-1} ref={takeLostFocus} className={classes.answer}>
      <p>{differences.length === 0 ? texts.same : texts.differ(String(differences.length))}</p>
      <Facts labels="wide">
        {differences.map(({ property, here, there }) => (
          <Fact key={property.name} label={property.label} title={property.name}>
            <del title={texts.here}>{here}</del> <ins title={texts.there}>{there}</ins>
          </Fact>
        ))}
      </Facts>
      <h3 className={classes.title}>{texts.history}</h3>
      {history.length === 0 && <p className="quiet">{texts.noHistory}</p>}
      <Facts labels="wide">
        {history.map(({ property, value, timestamp }, at) => (
          <Fact key={`${property.name}-${at}`} label={property.label} title={property.name}>
            {wholeReceivedText(property, value, zone, nameOf)}{' '}
            <span className="unit">{timestamp === undefined ? '' : timeText(timestamp, zone)}</span>
          </Fact>
        ))}
      </Facts>
    </div>
  );
}
