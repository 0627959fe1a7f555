/** Shows one closing with its equation, its drift and decisions, and its sent files; also reopens or cancels it. */
import { Alert, Anchor, Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Output } from '#contract/api.ts';
import type { ClosingDrift } from '#contract/closings.ts';
import { ADJUSTMENTS } from '#contract/memory.ts';
import { equationParts } from '#domain/closing-ledger.ts';
import { decisions, type Decision, type RecordState } from '#domain/closing-steps.ts';
import { closingTexts } from '#texts/closings.ts';
import { monthEndTexts } from '#texts/screens/month-end.ts';
import { handleSubmit } from '#ui/submit.ts';
import { ErrorState, Pending } from '#ui/components/states.tsx';
import { Tag } from '#ui/components/values.tsx';
import { call } from '#ui/data/client.ts';
import { closingDrift, closingDetails, useWorkspace } from '#ui/data/queries.ts';
import { count, UNKNOWN, monthText, timeText } from '#ui/format/figures-and-times.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { Table } from '#ui/grid/Table.tsx';
import { notifyFailure, notifySuccess } from '#ui/notifications.tsx';
import { paths } from '#ui/routing/paths.ts';
import { usePrinted } from './use-printed.ts';
import classes from './MonthEndScreen.module.css';

const texts = monthEndTexts.dialog;

interface ClosingDialogProps {
  readonly number: number;
  /** Whether the closing must be reopened or cancelled: no file has its records, and closing it anew would lose a table or a decision. */
  readonly mustBeUndone: boolean;
  /** Shows a different closing. */
  readonly onOpen: (number: number) => void;
  readonly onClose: () => void;
}

export function ClosingDialog({ number, ...props }: ClosingDialogProps) {
  const { data, error, refetch } = useQuery(closingDetails(number));
  const cancels = data?.closing.cancels ?? undefined;
  return (
    <Modal
      opened
      onClose={props.onClose}
      size={860}
      title={texts.title(
        count(number),
        data?.closing.client ?? closingTexts.noClient,
        cancels === undefined ? undefined : count(cancels),
      )}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Pending width="60%" />}
      {data && <ShownClosing answer={data} {...props} />}
    </Modal>
  );
}

interface ShownClosingProps extends Omit<ClosingDialogProps, 'number'> {
  readonly answer: Output<'closings.show'>;
}

function ShownClosing({ answer, ...props }: ShownClosingProps) {
  const { closing, equations, drift, files, decided, carried, complete } = answer;
  const { mustBeUndone } = props;
  const isSent = files.some(({ bills, of }) => bills && of !== ADJUSTMENTS);
  const isStanding = closing.status === 'standing';
  const { zone } = useWorkspace();
  const print = usePrintedState();
  const { formatHours, formatMoney } = usePrinted();
  return (
    <Stack gap="md" data-testid="closing">
      <Text c="dimmed">{texts.by(timeText(closing.at, zone), closing.who)}</Text>
      {closing.provisional.length > 0 && <Alert>{monthEndTexts.provisionalBand(closing.provisional)}</Alert>}
      {!complete && <Text c="var(--warn)">{texts.partial}</Text>}
      {closing.cancels !== null && (
        <Text>
          {texts.minus(
            closing.totals.map(({ minutes, value, currency }) => [
              formatHours(withoutSign(minutes)),
              formatMoney(withoutSign(value), currency),
            ]),
          )}
        </Text>
      )}
      {isStanding && <Equation equations={equations} />}
      {isStanding &&
        (drift > 0 ? (
          <Drift number={closing.number} client={closing.client} canDecide={complete && isSent} />
        ) : (
          !mustBeUndone && <Text>{texts.none}</Text>
        ))}
      {isStanding && (mustBeUndone || (drift > 0 && !isSent)) && (
        <Text>
          {mustBeUndone ? texts.notSentTaken(wasCharged(answer) ? texts.cancel : texts.reopen) : texts.notSent}
        </Text>
      )}
      {files.length > 0 && (
        <Facts title={texts.files}>
          {files.map(({ number, file, at, bills, same, place }) => (
            <span key={number}>
              {file} · {texts.file(timeText(at, zone), bills)} {!same && <Tag tone="warn">{texts.otherRecords}</Tag>}{' '}
              {(place === 'changed' || place === 'gone') && <Tag tone="warn">{texts.places[place]}</Tag>}
            </span>
          ))}
        </Facts>
      )}
      {carried.length > 0 && (
        <Facts title={texts.carried}>
          {carried.map(({ id, closing: from, period, before, after, reason }) => (
            <span key={`${from} ${id}`}>
              {id} · {texts.from(count(from), period)} · {print.value(before, after)} · {reason}
            </span>
          ))}
        </Facts>
      )}
      {decided.length > 0 && (
        <Facts title={texts.decidedBefore}>
          {decided.map(({ step, id, decision, before, after, reason, takenBy }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a step may have two lines of one record, always in this order
            <span key={`${step} ${place}`}>
              {id} · {texts.decisions[decision]}
              {decision === 'next' && `, ${takenBy === null ? texts.waits : texts.takenBy(count(takenBy))}`} ·{' '}
              {print.value(before, after)} · {reason}
            </span>
          ))}
        </Facts>
      )}
      <UndoClosing answer={answer} {...props} />
    </Stack>
  );
}

const withoutSign = (decimal: string) => decimal.replace(/^-/, '');

function Facts({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <Text component="h3" fw={600} fz="sm">
        {title}
      </Text>
      <ScrollBox label={title} className={classes.facts}>
        {children}
      </ScrollBox>
    </div>
  );
}

function Equation({ equations }: { readonly equations: Output<'closings.show'>['equations'] }) {
  const { formatHours, formatMoney } = usePrinted();
  const rows = equations.flatMap((equation) => [
    {
      equation,
      of: 'minutes' as const,
      // With more than one equation, the currency distinguishes them.
      name: texts.hours(equations.length > 1 ? equation.currency : null),
      print: formatHours,
    },
    {
      equation,
      of: 'value' as const,
      name: texts.value(equation.currency),
      print: (value: string) => formatMoney(value, null),
    },
  ]);
  const parts = equationParts.filter(
    (part) => part === 'closed' || part === 'open' || rows.some(({ equation, of }) => equation[part][of] !== '0'),
  );
  return (
    <div>
      <ScrollBox label={texts.equation} className={classes.equation}>
        <Table
          caption={texts.equation}
          columns={[
            {
              id: 'of',
              isHeaderHidden: true,
              isRowHeader: true,
              renderCell: ({ name }: (typeof rows)[number]) => name,
            },
            ...[...parts, 'today' as const].map((part, index) => ({
              id: part,
              header: `${part === 'today' ? '= ' : index === 0 ? '' : '+ '}${texts.parts[part]}`,
              isNumber: true,
              renderCell: ({ equation, of, print }: (typeof rows)[number]) => print(equation[part][of]),
            })),
          ]}
          rows={rows}
          data-testid="equation"
        />
      </ScrollBox>
      <Text fz="xs" c={equations.every(({ holds }) => holds) ? 'dimmed' : 'var(--bad)'}>
        {equations.every(({ holds }) => holds) ? texts.holds : texts.broken}
      </Text>
    </div>
  );
}

function usePrintedState() {
  const { formatHours, formatMoney } = usePrinted();
  const change = (print: (state: RecordState) => string, before: RecordState | null, after: RecordState | null) =>
    texts.change(before ? print(before) : UNKNOWN, after ? print(after) : UNKNOWN);
  return {
    hours: (before: RecordState | null, after: RecordState | null) =>
      change(({ minutes }) => formatHours(minutes), before, after),
    value: (before: RecordState | null, after: RecordState | null) =>
      change(({ value, currency }) => formatMoney(value, currency), before, after),
  };
}

interface DriftProps {
  readonly number: number;
  readonly client: string | null;
  readonly canDecide: boolean;
}

function Drift({ number, client, canDecide }: DriftProps) {
  const { data, error, refetch } = useQuery(closingDrift(number));
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set());
  const [decision, setDecision] = useState<Decision>('adjust');
  const [reason, setReason] = useState('');
  const print = usePrintedState();
  const deciding = useMutation({
    mutationFn: (ids: readonly string[] | undefined) =>
      call('closings.decide', {
        number,
        decision,
        reason,
        ...(ids && { ids: [...ids] }),
        ...(data && { expected: data.digest }),
      }),
    onSuccess: ({ decided }) => {
      setDeselected(new Set());
      setReason('');
      notifySuccess(texts.decided(count(decided)));
    },
    onError: notifyFailure,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const lines = data?.lines ?? [];
  const chosen = lines.filter(({ id }) => !deselected.has(id));
  const isAll = chosen.length === lines.length;
  const chosenCount = isAll ? (data?.total ?? 0) : chosen.length;
  const toggle = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(deselected);
    for (const id of ids)
      if (isChosen) next.delete(id);
      else next.add(id);
    setDeselected(next);
  };
  return (
    <form
      aria-label={texts.lines}
      onSubmit={handleSubmit(() => deciding.mutate(isAll ? undefined : chosen.map(({ id }) => id)))}
    >
      <Stack gap="sm">
        <ScrollBox label={texts.lines} className={classes.lines}>
          <Table
            columns={[
              {
                id: 'choice',
                header: (
                  <Checkbox
                    size="xs"
                    aria-label={texts.selectAll}
                    checked={isAll}
                    indeterminate={!isAll && chosen.length > 0}
                    onChange={(event) =>
                      toggle(
                        lines.map(({ id }) => id),
                        event.currentTarget.checked,
                      )
                    }
                  />
                ),
                renderCell: ({ id }: ClosingDrift) => (
                  <Checkbox
                    size="xs"
                    aria-label={texts.select(id)}
                    checked={!deselected.has(id)}
                    onChange={(event) => toggle([id], event.currentTarget.checked)}
                  />
                ),
              },
              {
                id: texts.heads.record,
                isRowHeader: true,
                className: classes.record,
                renderCell: ({ id, title, person }: ClosingDrift) => (
                  <Anchor component={Link} href={`${paths.records}?period=all&record=${id}`} inherit>
                    {[title ?? id, person].filter((part) => part !== null).join(' · ')}
                  </Anchor>
                ),
              },
              { id: texts.heads.what, renderCell: (line: ClosingDrift) => describeKind(line, client) },
              {
                id: texts.heads.hours,
                isNumber: true,
                renderCell: ({ before, after }: ClosingDrift) => print.hours(before, after),
              },
              {
                id: texts.heads.value,
                isNumber: true,
                renderCell: ({ before, after }: ClosingDrift) => print.value(before, after),
              },
            ]}
            rows={data?.lines}
            row={{ toKey: ({ id }) => id }}
            pendingRows={3}
            data-testid="drift"
          />
        </ScrollBox>
        {data && data.lines.length < data.total && (
          <Text fz="xs">{texts.more(count(data.lines.length), count(data.total))}</Text>
        )}
        <Group align="end" gap="sm">
          <SegmentedControl
            aria-label={texts.decision}
            size="xs"
            value={decision}
            onChange={(value) => setDecision(decisions.find((kind) => kind === value) ?? decision)}
            data={decisions.map((value) => ({ value, label: texts.decisions[value] }))}
          />
          <TextInput
            size="xs"
            flex={1}
            label={monthEndTexts.reason}
            value={reason}
            required
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="filled"
            loading={deciding.isPending}
            disabled={!canDecide || reason.trim() === '' || chosen.length === 0}
          >
            {texts.decide(count(chosenCount))}
          </Button>
        </Group>
        <Text fz="xs" c="dimmed">
          {texts.decisionDetails[decision]}
        </Text>
      </Stack>
    </form>
  );
}

/** @param closedClient the client of the closing, which is not repeated */
function describeKind({ kind, month, client }: ClosingDrift, closedClient: string | null): string {
  if (kind === 'moved') {
    const other = client === closedClient ? [] : [client ?? closingTexts.noClient];
    return texts.kinds.moved([month === null ? texts.noMonth : monthText(month), ...other].join(', '));
  }
  if (kind !== 'relabelled') return texts.kinds[kind];
  // If the client is the same, the currency differs, which the value shows.
  return client === closedClient ? texts.kinds.currency : texts.kinds.relabelled(client ?? closingTexts.noClient);
}

/** Whether a file that bills or a table of lines contains part of it. */
const wasCharged = ({ files, lines, unwritten }: Output<'closings.show'>) =>
  files.some(({ bills }) => bills) || lines > unwritten;

/** Cancels a sent closing by a negative one with a credit note, or reopens a closing that was not sent. */
function UndoClosing({ answer, mustBeUndone, onOpen, onClose }: ShownClosingProps) {
  const [isAsked, setAsked] = useState(mustBeUndone);
  const [reason, setReason] = useState('');
  const { closing, lines, unwritten } = answer;
  const { number } = closing;
  const table = closing.cancels === null ? texts.adjustments : texts.creditNote;
  const isStanding = closing.status === 'standing';
  const wasSent = wasCharged(answer);
  const taking = useMutation({
    mutationFn: () => call(wasSent ? 'closings.cancel' : 'closings.reopen', { number, reason }),
    onSuccess: (after) => {
      notifySuccess(wasSent ? texts.cancelled(count(number), count(after.number)) : texts.reopened(count(number)));
      if (wasSent) onOpen(after.number);
      else onClose();
    },
    onError: notifyFailure,
  });
  const saving = useMutation({
    mutationFn: () => call('closings.adjust', { number, all: unwritten === 0 }),
    onSuccess: (file) => file && notifySuccess(table.saved(file.file)),
    onError: notifyFailure,
  });
  return (
    <form aria-label={texts.undoTitle} onSubmit={handleSubmit(() => taking.mutate())}>
      <Group align="end" gap="sm" justify="space-between">
        {lines > 0 && (
          <Button loading={saving.isPending} onClick={() => saving.mutate()}>
            {unwritten > 0 ? table.save : table.again}
          </Button>
        )}
        {isStanding && !isAsked && (
          <Button variant="subtle" ml="auto" onClick={() => setAsked(true)}>
            {wasSent ? texts.cancelAsked : texts.reopenAsked}
          </Button>
        )}
        {isStanding && isAsked && (
          <Group align="end" gap="sm" ml="auto">
            <TextInput
              size="xs"
              w={260}
              label={wasSent ? texts.whyCancel : texts.whyReopen}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it came by the button that had the focus
              autoFocus
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Button type="submit" loading={taking.isPending} disabled={reason.trim() === ''}>
              {wasSent ? texts.cancel : texts.reopen}
            </Button>
          </Group>
        )}
      </Group>
    </form>
  );
}
