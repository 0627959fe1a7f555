/** The files that left, and what has become of their records since. */
import { ActionIcon, Button, Menu, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDots } from '@tabler/icons-react';
import type { Output } from '#contract/api.ts';
import { ELSEWHERE, type SentChange, type SentFile } from '#contract/memory.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { findProperty } from '#domain/properties.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { sentScreenTexts as texts } from '#texts/screens/memory.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Band } from '#ui/components/Band.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { EmptyState, ErrorState, Pending } from '#ui/components/states.tsx';
import { Tag } from '#ui/components/values.tsx';
import { useValues } from '#ui/coverage/ChangesSince.tsx';
import { call } from '#ui/data/client.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { sentChanges, sentFiles, showMoment } from '#ui/data/queries.ts';
import { count } from '#ui/format/figures.ts';
import { datesText, timeText } from '#ui/format/times.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { Table, type Column } from '#ui/grid/Table.tsx';
import { navigate, useHashSearch } from '#ui/routing/hash-location.ts';
import { addressOfSent, paths, SENT } from '#ui/routing/paths.ts';
import { notifyFailure, sayDone } from '#ui/notifications.tsx';
import shared from '#ui/components/components.module.css';
import classes from './ExportsScreen.module.css';

export function SentFiles() {
  const { data, error, refetch } = useQuery(sentFiles);
  const asked = new URLSearchParams(useHashSearch()).get(SENT);
  const shown = data?.files.find(({ number }) => String(number) === asked);
  const { zone } = useWorkspace();
  const columns: Column<SentFile>[] = [
    { id: texts.heads.file, isRowHead: true, className: classes.name, renderCell: ({ file }) => file },
    { id: texts.heads.at, renderCell: ({ at }) => timeText(at, zone) },
    { id: texts.heads.client, renderCell: ({ client }) => client ?? <span className="quiet">{texts.several}</span> },
    { id: texts.heads.period, renderCell: ({ period }) => (period ? datesText(period) : uiTexts.period.allTime) },
    { id: texts.heads.records, isNumber: true, renderCell: ({ records }) => count(records) },
    { id: texts.heads.who, renderCell: ({ who }) => who },
    { id: texts.heads.state, renderCell: (file) => <State file={file} /> },
    {
      id: texts.changed,
      isHeadHidden: true,
      className: classes.actions,
      renderCell: (file) => (
        <Actions file={file} onShow={({ number }) => navigate(addressOfSent(number), { replace: true })} />
      ),
    },
  ];
  return (
    <Panel title={texts.list} sub={texts.about}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.setAside.map((file) => (
        <Band key={file} place="panel">
          {memoryTexts.setAside(file)}
        </Band>
      ))}
      {data?.files.length === 0 && <EmptyState title={texts.none} detail={texts.noneDetail} />}
      {!error && data?.files.length !== 0 && (
        <ScrollBox label={texts.table} className={classes.scroll}>
          <Table
            columns={columns}
            rows={data?.files}
            row={{ toKey: ({ number }) => number, attributes: () => ({ className: classes.row }) }}
            pendingRows={3}
            data-testid="sent-files"
          />
        </ScrollBox>
      )}
      {shown && <ChangesDialog file={shown} onClose={() => navigate(paths.exports, { replace: true })} />}
    </Panel>
  );
}

function State({ file: { state, bills, of, again, billedBefore } }: { readonly file: SentFile }) {
  if (of === ELSEWHERE && state !== 'withdrawn') return <Tag tone="good">{texts.elsewhere}</Tag>;
  return (
    <>
      <Tag {...(state === 'intent' && { tone: 'warn' as const })}>{texts.states[state]}</Tag>{' '}
      {bills && state !== 'withdrawn' && <Tag tone="good">{texts.bills}</Tag>}{' '}
      {again !== null && (
        <Text span inherit c="dimmed">
          {texts.again(again)}
        </Text>
      )}
      {billedBefore && (
        <Text fz="xs" c="dimmed">
          {texts.before(count(billedBefore.records), billedBefore.file)}
        </Text>
      )}
    </>
  );
}

interface ActionsProps {
  readonly file: SentFile;
  readonly onShow: (file: SentFile) => void;
}

function Actions({ file, onShow }: ActionsProps) {
  const client = useQueryClient();
  const settle = useMutation({
    mutationFn: (state: 'saved' | 'handed' | 'withdrawn') => call('sent.settle', { number: file.number, state }),
    onSuccess: ({ state }) => {
      void client.invalidateQueries({ queryKey: sentFiles.queryKey });
      const isWithdrawn = state === 'withdrawn';
      const before = isWithdrawn ? (file.path === null ? 'handed' : 'saved') : 'withdrawn';
      sayDone(isWithdrawn ? texts.withdrawn(file.file) : texts.restored(file.file), async () => {
        await call('sent.settle', { number: file.number, state: before });
        await client.invalidateQueries({ queryKey: sentFiles.queryKey });
      });
    },
    onError: notifyFailure,
  });
  const isGone = file.state === 'withdrawn';
  return (
    <>
      <Button size="compact-xs" disabled={!file.hasRecords} onClick={() => onShow(file)}>
        {texts.changed}
      </Button>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" size="sm" aria-label={texts.menu(file.file)}>
            <IconDots size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {file.merge !== null && (
            <Menu.Item onClick={() => void showMoment(client, `#${file.merge}`)}>{texts.asKnown}</Menu.Item>
          )}
          <Menu.Item onClick={() => settle.mutate(isGone ? (file.path === null ? 'handed' : 'saved') : 'withdrawn')}>
            {isGone ? texts.restore : texts.withdraw}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

interface ChangesDialogProps {
  readonly file: SentFile;
  readonly onClose: () => void;
}

export function ChangesDialog({ file, onClose }: ChangesDialogProps) {
  const { data, error, refetch } = useQuery(sentChanges(file.number));
  return (
    <Modal
      opened
      onClose={onClose}
      size={860}
      title={texts.changes.title(file.file)}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Pending width="60%" />}
      {data && <Changes answer={data} />}
    </Modal>
  );
}

const kinds = ['moved', 'changed', 'vanished', 'added'] as const;

function Changes({ answer: { file, sums, changes, counts, complete } }: { readonly answer: Output<'sent.changes'> }) {
  const { zone } = useWorkspace();
  const print = useValues();
  const words = texts.changes;
  const all = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  const moved = sums.filter(({ before, after }) => before !== after);
  return (
    <Stack gap="md" data-testid="sent-changes">
      <Text c="dimmed">{words.written(timeText(file.at, zone), file.who)}</Text>
      {!complete && <Text c="var(--warn)">{words.partial}</Text>}
      {all === 0 && <Text fw={600}>{words.same(count(file.records))}</Text>}
      {moved.length > 0 && (
        <Table
          columns={[
            { id: words.sums.name, isRowHead: true, renderCell: ({ name }) => labelOf(name) },
            ...(['before', 'after'] as const).map((side) => ({
              id: words.sums[side],
              isNumber: true,
              renderCell: (sum: (typeof moved)[number]) => print(sum.name, sum[side]),
            })),
            {
              id: words.sums.change,
              isNumber: true,
              renderCell: ({ name, before, after }) => print(name, formatUnits(toUnits(after) - toUnits(before))),
            },
          ]}
          rows={moved}
          row={{ toKey: ({ name }) => name }}
        />
      )}
      {kinds.map((kind) => {
        const listed = changes.filter((change) => change.kind === kind);
        return listed.length === 0 ? null : (
          <section key={kind} aria-label={words.kinds[kind]}>
            <Text component="h3" fw={600} fz="sm">
              {words.kinds[kind]} · {count(counts[kind])}
            </Text>
            <Text fz="xs" c="dimmed" mb={4}>
              {words.kindDetails[kind]}
            </Text>
            <ScrollBox label={words.kinds[kind]} className={shared.changes}>
              <Table
                columns={[
                  { id: words.record, isRowHead: true, renderCell: ({ id }: SentChange) => id },
                  { id: words.fields, renderCell: (change: SentChange) => <Fields change={change} /> },
                ]}
                rows={listed}
                row={{ toKey: ({ id }) => id }}
              />
            </ScrollBox>
          </section>
        );
      })}
      {changes.length < all && <Text fz="xs">{words.more(count(changes.length), count(all))}</Text>}
    </Stack>
  );
}

/** Of a change what differs; of a record on one side only, what it is about. */
function Fields({ change: { kind, fields } }: { readonly change: SentChange }) {
  const print = useValues();
  const isOneSided = kind === 'vanished' || kind === 'added';
  return (
    <Stack gap={2}>
      {fields.map(({ name, before, after }) => {
        const [was, is] = [print(name, before), print(name, after)];
        return (
          <span key={name}>
            <Text span inherit c="dimmed">
              {labelOf(name)}:
            </Text>{' '}
            {isOneSided ? (kind === 'added' ? is : was) : texts.changes.change(was, is)}
          </span>
        );
      })}
    </Stack>
  );
}

const labelOf = (name: string) => findProperty(name)?.label ?? name;
