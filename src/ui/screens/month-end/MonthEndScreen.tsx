/** The Month-end screen: the state of each client in a month, with its next step. */
import { Alert, Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Input } from '#contract/api.ts';
import type { MonthLine } from '#contract/closings.ts';
import { problemKinds, type ProblemKind } from '#domain/closing-steps.ts';
import { propertyNames } from '#domain/properties.ts';
import { closingTexts } from '#texts/closings.ts';
import { monthEndTexts as texts } from '#texts/screens/month-end.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { handleSubmit } from '#ui/submit.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { EmptyState, ErrorState, NothingYet, useNothingYet } from '#ui/components/states.tsx';
import { Amounts, Tag } from '#ui/components/values.tsx';
import { Seal } from '#ui/coverage/Seal.tsx';
import { call } from '#ui/data/client.ts';
import { useMoment } from '#ui/data/moment.ts';
import { monthEnd, showMoment, useWorkspace } from '#ui/data/queries.ts';
import { ExportDialog } from '#ui/exporting/ExportDialog.tsx';
import { count } from '#ui/format/figures-and-times.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { Table, type Column } from '#ui/grid/Table.tsx';
import { notifyFailure, notifySuccess } from '#ui/notifications.tsx';
import { PeriodPicker } from '#ui/period/PeriodPicker.tsx';
import { ALL_TIME, DEFAULT_PERIOD, resolveViewPeriod } from '#ui/period/view-period.ts';
import { paths } from '#ui/routing/paths.ts';
import { emptyView, toAddress, useView } from '#ui/routing/view-state.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { ClosingDialog } from './ClosingDialog.tsx';
import { usePrinted } from './use-printed.ts';
import classes from './MonthEndScreen.module.css';

export function MonthEndScreen() {
  const workspace = useWorkspace();
  const [view, change] = useView();
  // A closing needs a period, so all of time is replaced by the default.
  const requestedPeriod = view.period === ALL_TIME ? undefined : view.period;
  const chosenPeriod = resolveViewPeriod(requestedPeriod, workspace, DEFAULT_PERIOD);
  const period = chosenPeriod.text ?? DEFAULT_PERIOD;
  const { data, error, refetch } = useQuery(monthEnd(period));
  const nothingYet = useNothingYet();
  const [opened, setOpened] = useState<number>();
  const [sending, setSending] = useState<readonly MonthLine[]>();
  const closing = useClosing(period);
  const moment = useMoment();
  const client = useQueryClient();
  const lines = data?.lines;
  const toClose = lines?.filter(({ closing: number }) => number === null) ?? [];
  const next = lines?.find(({ closing }) => closing === opened)?.next;
  const toSend = lines?.filter((line) => line.next === 'send' && line.client !== null) ?? [];
  if (moment !== undefined)
    return (
      <Screen title={uiTexts.screens.monthEnd.title} seal={<Seal period={chosenPeriod.period} />}>
        <Panel>
          <EmptyState
            title={texts.past}
            detail={texts.pastDetail}
            action={<Button onClick={() => void showMoment(client, undefined)}>{texts.toToday}</Button>}
          />
        </Panel>
      </Screen>
    );
  return (
    <Screen
      title={uiTexts.screens.monthEnd.title}
      seal={<Seal period={chosenPeriod.period} />}
      actions={
        <>
          <RefreshButton />
          {toSend.length > 1 && (
            <Button onClick={() => setSending(toSend)}>{texts.sendAll(count(toSend.length))}</Button>
          )}
          {toClose.length > 0 && (
            <Button
              variant="filled"
              loading={closing.isPending}
              onClick={() => closing.close(undefined)}
              data-testid="close-all"
            >
              {texts.closeAll(count(toClose.length))}
            </Button>
          )}
        </>
      }
      band={{ filters: <PeriodPicker chosenPeriod={chosenPeriod} onChange={(next) => change({ period: next })} /> }}
      shownPeriod={chosenPeriod.label}
    >
      {nothingYet ? (
        <NothingYet />
      ) : error ? (
        <Panel>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Panel>
      ) : (
        <Panel
          title={texts.list}
          sub={lines && lines.length > 0 ? summarize(lines) : texts.about}
          className={classes.panel}
        >
          {(toClose.length > 0 || lines?.some(({ provisional }) => provisional)) &&
            data &&
            data.provisional.length > 0 && (
              <Alert mx="lg" mb="sm">
                {texts.provisionalBand(data.provisional)}
              </Alert>
            )}
          {data && lines?.some(({ closing: number }) => number === null) && (
            <Problems problems={data.problems} period={period} />
          )}
          {lines?.length === 0 ? (
            <EmptyState title={texts.none} detail={texts.noneDetail} />
          ) : (
            <Clients
              lines={lines}
              period={period}
              onClose={(line) => closing.close(line)}
              onOpen={setOpened}
              onSend={(line) => setSending([line])}
            />
          )}
        </Panel>
      )}
      {closing.acceptance && <AcceptDialog {...closing.acceptance} onCancel={closing.dismiss} />}
      {opened !== undefined && (
        <ClosingDialog
          key={opened}
          number={opened}
          mustBeUndone={next === 'reopen' || next === 'cancel'}
          onOpen={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
      {sending && <SendDialog lines={sending} period={period} onClose={() => setSending(undefined)} />}
    </Screen>
  );
}

function summarize(lines: readonly MonthLine[]): string {
  const countLines = (matches: (line: MonthLine) => boolean) => count(lines.filter(matches).length);
  return texts.summary(
    countLines(() => true),
    countLines(({ closing }) => closing !== null),
    countLines(({ sent }) => sent > 0),
    countLines(({ drift }) => drift > 0),
  );
}

interface ProblemsProps {
  readonly problems: Readonly<Record<ProblemKind, number>>;
  readonly period: string;
}

const listProblems = (problems: Readonly<Record<ProblemKind, number>>) =>
  problemKinds.filter((kind) => problems[kind] > 0);

function Problems({ problems, period }: ProblemsProps) {
  const openProblems = listProblems(problems);
  if (openProblems.length === 0) return null;
  const address = toAddress(openProblems.includes('unreadable') ? paths.check : paths.people, { ...emptyView, period });
  return (
    <Alert mx="lg" mb="sm">
      {texts.problems(openProblems.map((kind) => closingTexts.found[kind](problems[kind])))}{' '}
      <Anchor component={Link} href={address} inherit underline="always">
        {texts.lookAt}
      </Anchor>
    </Alert>
  );
}

interface ClientsProps {
  readonly lines: readonly MonthLine[] | undefined;
  readonly period: string;
  readonly onClose: (line: MonthLine) => void;
  readonly onOpen: (number: number) => void;
  readonly onSend: (line: MonthLine) => void;
}

function Clients({ lines, onOpen, ...props }: ClientsProps) {
  const { hours, money } = usePrinted();
  const { heads } = texts;
  const columns: Column<MonthLine>[] = [
    {
      id: heads.client,
      isRowHeader: true,
      className: classes.client,
      renderCell: ({ client, carried }) => (
        <>
          {client ?? <span className="quiet">{texts.noClient}</span>}
          {carried > 0 && <> · {texts.carried(count(carried))}</>}
        </>
      ),
    },
    { id: heads.hours, isNumber: true, renderCell: ({ figures }) => hours(figures) },
    { id: heads.value, isNumber: true, renderCell: ({ figures }) => <Amounts amounts={money(figures)} /> },
    {
      id: heads.checked,
      renderCell: ({ unreadable, client }) =>
        unreadable > 0 ? (
          <Tag tone="warn">{texts.unreadable(count(unreadable))}</Tag>
        ) : client === null ? (
          <Tag tone="warn">{texts.toName}</Tag>
        ) : (
          texts.checked
        ),
    },
    {
      id: heads.closed,
      renderCell: ({ closing, minus, provisional }) => (
        <>
          {closing !== null && (
            <Anchor component="button" type="button" inherit onClick={() => onOpen(closing)}>
              {texts.closing(count(closing))}
            </Anchor>
          )}{' '}
          {provisional && <Tag tone="warn">{texts.provisional}</Tag>}{' '}
          {minus !== null && (
            <Anchor component="button" type="button" inherit onClick={() => onOpen(minus)}>
              {texts.minus(count(minus))}
            </Anchor>
          )}
        </>
      ),
    },
    { id: heads.sent, renderCell: ({ sent }) => (sent > 0 ? texts.sent(count(sent)) : '') },
    {
      id: heads.drift,
      renderCell: ({ drift, driftFigures }) =>
        drift === 0 ? '' : [texts.drift(count(drift)), ...money(driftFigures, true)].join(' · '),
    },
    {
      id: heads.next,
      headerAttributes: () => ({ className: classes.nextHead }),
      className: classes.next,
      renderCell: (line) => <NextStep line={line} onOpen={onOpen} {...props} />,
    },
  ];
  return (
    <ScrollBox label={texts.table} className={classes.scroll}>
      <Table
        columns={columns}
        rows={lines}
        row={{ toKey: ({ client }) => client ?? '', attributes: () => ({ className: classes.row }) }}
        data-testid="month-end"
      />
    </ScrollBox>
  );
}

function NextStep({
  line,
  period,
  onClose,
  onOpen,
  onSend,
}: Omit<ClientsProps, 'lines'> & { readonly line: MonthLine }) {
  const { next, client, closing, minus, unreadable } = line;
  if (next === 'done') return <Tag tone="good">{texts.next.done}</Tag>;
  const label = next === 'check' && unreadable === 0 ? texts.next.name : texts.next[next];
  const name = { size: 'compact-xs' as const, 'aria-label': texts.nextFor(label, client ?? texts.noClient) };
  if (next === 'check') {
    const address = toAddress(unreadable > 0 ? paths.check : paths.people, { ...emptyView, period });
    return (
      <Button component={Link} href={address} {...name}>
        {label}
      </Button>
    );
  }
  const open = () => closing !== null && onOpen(closing);
  const act = {
    close: () => onClose(line),
    firm: () => onClose(line),
    send: () => onSend(line),
    reopen: open,
    cancel: open,
    decide: open,
    adjust: open,
    credit: () => minus !== null && onOpen(minus),
  };
  return (
    <Button {...name} onClick={act[next]}>
      {label}
    </Button>
  );
}

interface RequestedAcceptance {
  readonly problems: readonly string[];
  readonly accept: (reason: string) => void;
}

/** Closes at once, or first asks for a reason to accept the problems found. */
function useClosing(period: string) {
  const [acceptance, setAcceptance] = useState<RequestedAcceptance>();
  const closing = useMutation({
    mutationFn: async (input: Input<'closings.create'>) => {
      // The host rejects problems that were not among the accepted ones.
      if (input.reason !== undefined) return { input, answer: await call('closings.create', input) };
      const preview = await call('closings.create', { ...input, dryRun: true });
      const open = listProblems(preview.problems);
      return open.length > 0
        ? { input, answer: preview, open }
        : { input, answer: await call('closings.create', input) };
    },
    onSuccess: ({ input, answer: { closings, blocked, leftOut, duplicates, problems }, open }) => {
      const omissions = [
        ...(leftOut > 0 ? [texts.leftOut(count(leftOut))] : []),
        ...(duplicates.length > 0 ? [texts.duplicates(count(duplicates.length))] : []),
      ];
      if (open) {
        setAcceptance({
          problems: open.map((kind) => closingTexts.found[kind](problems[kind])),
          accept: (reason) => closing.mutate({ ...input, accept: open, reason }),
        });
        return;
      }
      setAcceptance(undefined);
      const sentences = [
        ...(closings.length > 0 ? [texts.closed(count(closings.length))] : []),
        ...(blocked.length > 0 ? [texts.blocked(count(blocked.length))] : []),
        ...omissions,
      ];
      const undo = async () => {
        for (const { number } of closings) await call('closings.reopen', { number, reason: texts.undone });
      };
      // Closing anew has no undo, because reopening would not restore the former closing.
      notifySuccess(sentences.join(' '), closings.length > 0 && input.anew === undefined ? undo : undefined);
    },
    onError: notifyFailure,
  });
  const close = (line: MonthLine | undefined) =>
    closing.mutate({
      period,
      ...(line && { client: line.client }),
      ...(line?.closing != null && { anew: line.closing }),
    });
  return { acceptance, close, dismiss: () => setAcceptance(undefined), isPending: closing.isPending };
}

function AcceptDialog({ problems, accept, onCancel }: RequestedAcceptance & { readonly onCancel: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <Modal opened onClose={onCancel} title={texts.acceptTitle} size={480}>
      <form onSubmit={handleSubmit(() => reason.trim() !== '' && accept(reason))}>
        <Stack gap="md">
          <Text>{texts.problems(problems)}</Text>
          <TextInput
            label={texts.reason}
            value={reason}
            required
            data-autofocus
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group gap="sm" justify="flex-end">
            <Button onClick={onCancel}>{uiTexts.cancel}</Button>
            <Button type="submit" variant="filled" disabled={reason.trim() === ''}>
              {texts.accept}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface SendDialogProps {
  readonly lines: readonly MonthLine[];
  readonly period: string;
  readonly onClose: () => void;
}

/** The columns for clients; rates appear only if the client's profile allows them. */
const sentColumns = [
  'first_start_date',
  'platform_owner_id',
  'assoc_record_id',
  'service_name',
  'title',
  'billable_hours',
  'billable_rate',
  'billable_amount',
];

/** Exports a file that bills, for one client or as a pack. The register links it with the closing. */
function SendDialog({ lines, period, onClose }: SendDialogProps) {
  const clients = lines.flatMap(({ client }) => client ?? []);
  const [first = texts.noClient] = clients;
  const isPack = clients.length > 1;
  const elsewhere = lines.flatMap((line) => line.elsewhere);
  const selection = {
    columns: sentColumns,
    period,
    query: '',
    filterGroups: [
      {
        filters: [
          clients.length === 0
            ? { propertyName: 'client', operator: 'NOT_HAS_PROPERTY' as const }
            : { propertyName: 'client', operator: 'IN' as const, values: clients },
          ...(elsewhere.length > 0
            ? [{ propertyName: propertyNames.id, operator: 'NOT_IN' as const, values: elsewhere }]
            : []),
        ],
      },
    ],
  };
  const total = lines.reduce(
    (sum, { figures }) => figures.reduce((subtotal, { records }) => subtotal + records, sum),
    -elsewhere.length,
  );
  return (
    <ExportDialog
      summary={isPack ? texts.send(count(clients.length)) : texts.sendOne(first)}
      records={{ total, isComplete: true, isLabelled: true }}
      content={{ records: selection, ...(isPack && { pack: { by: 'client' as const } }) }}
      limits={{ billsByDefault: true }}
      fileSelection={isPack ? undefined : selection}
      run={(options, allowEmpty) =>
        isPack
          ? call('export.pack', { ...selection, ...options, by: 'client' })
          : call('export.run', { ...selection, ...options, allowEmpty })
      }
      onClose={onClose}
    />
  );
}
