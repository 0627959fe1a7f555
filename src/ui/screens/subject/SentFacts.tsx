/** Shows the last file sent to a client, the changes since, and billable hours that no file bills yet. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ADJUSTMENTS, ELSEWHERE, type SentFile } from '#contract/memory.ts';
import { notBilled } from '#domain/filter/billed.ts';
import { addFilters, type FilterGroups } from '#domain/filter/model.ts';
import { listChangeParts } from '#domain/reports/bridge/changes.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import { foldName } from '#domain/people/nearest-name.ts';
import { subjectTexts } from '#texts/screens/subject.ts';
import { LoadingText } from '#ui/components/states.tsx';
import { Fact } from '#ui/components/values.tsx';
import { changes as changesSince, report, sentFiles, useWorkspace } from '#ui/data/queries.ts';
import { count, dayOfTime } from '#ui/format/figures-and-times.ts';
import { listTotalAmounts, formatWithUnit } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { toSentAddress } from '#ui/routing/paths.ts';
import { addressOfView } from '#ui/screens/reports/use-definition.ts';

const texts = subjectTexts.sent;

/** Shows the last file for a client with its totals, and the changes of its records since. */
export function LastSent({ client }: { readonly client: string }) {
  const { data, error } = useQuery(sentFiles);
  const { zone } = useWorkspace();
  const printing = usePrintSettings();
  const file = data?.files.find((sentFile) => isSentTo(sentFile, client));
  const changes = useQuery({ ...changesSince({ file: file?.number ?? 0 }), enabled: file?.hasRecords === true });
  if (!data)
    return (
      <Fact label={texts.last}>
        <LoadingText error={error} />
      </Fact>
    );
  if (!file) return <Fact label={texts.last}>{texts.none}</Fact>;
  const totals = listTotals(file).map(([id, value]) => formatWithUnit(id, value, printing, file.currency));
  const changedParts = changes.data && listChangeParts(changes.data.counts, count);
  return (
    <>
      <Fact label={texts.last}>{texts.file(file.file, dayOfTime(file.at, zone), totals)}</Fact>
      {file.hasRecords && (
        <Fact label={texts.since}>
          {changedParts ? (
            <Anchor
              component={Link}
              inherit
              underline="always"
              fw={500}
              href={toSentAddress(file.number)}
              data-testid="changed-since-sent"
            >
              {changedParts.length === 0 ? texts.same : changedParts.join(', ')}
            </Anchor>
          ) : (
            <LoadingText error={changes.error} />
          )}
        </Fact>
      )}
    </>
  );
}

function isSentTo({ state, of, client }: SentFile, name: string): boolean {
  return (
    state !== 'withdrawn' &&
    of !== ELSEWHERE &&
    of !== ADJUSTMENTS &&
    client !== null &&
    foldName(client) === foldName(name)
  );
}

/** Lists one total of hours and one of money. */
function listTotals({ totals }: SentFile): [string, string][] {
  const known = Object.entries(totals).flatMap(([id, value]): [string, string][] =>
    value === null ? [] : [[id, value]],
  );
  return ['hours', 'money'].flatMap((unit) => {
    const total = known.find(([id]) => findMeasure(id)?.unit === unit);
    return total ? [total] : [];
  });
}

const HOURS = 'billable_logged_hours';
const VALUE = 'billable_value';

/** Shows the total over all of time, with a link to the report that lists it. */
export function NotSentYet({ filterGroups }: { readonly filterGroups: FilterGroups }) {
  const { currency } = useWorkspace();
  const printing = usePrintSettings();
  const open = addFilters(filterGroups, notBilled);
  const { data, error } = useQuery(report({ filterGroups: open, measures: [HOURS, VALUE] }));
  if (!data)
    return (
      <Fact label={texts.notYet}>
        <LoadingText error={error} />
      </Fact>
    );
  const changes = { filter: JSON.stringify(open) };
  const address = addressOfView({ base: { kind: 'preset', name: 'not-sent' }, changes, closed: [], cell: undefined });
  const figures = [HOURS, VALUE].flatMap((id) => {
    const amounts = listTotalAmounts(id, data, printing);
    return amounts.length > 0
      ? amounts
      : [formatWithUnit(id, data.totals[id], printing, chooseCurrency(data, currency))];
  });
  return (
    <Fact label={texts.notYet}>
      {data.records === 0 ? (
        texts.nothing
      ) : (
        <Anchor component={Link} inherit underline="always" fw={500} href={address} data-testid="not-sent-yet">
          {figures.join(', ')}
        </Anchor>
      )}
    </Fact>
  );
}
