/** Lists the files that were sent, with links to the changes of their records since. */
import { Alert, ActionIcon, Button, Menu, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDots } from '@tabler/icons-react';
import { Link } from 'wouter';
import { ELSEWHERE, type SentFile } from '#contract/memory.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { sentScreenTexts as texts } from '#texts/screens/memory.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { EmptyState, ErrorState } from '#ui/components/states.tsx';
import { Tag } from '#ui/components/values.tsx';
import { call } from '#ui/data/client.ts';
import { sentFiles, showMoment, useWorkspace } from '#ui/data/queries.ts';
import { count, datesText, timeText } from '#ui/format/figures-and-times.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { Table, type Column } from '#ui/grid/Table.tsx';
import { notifyFailure, notifySuccess } from '#ui/notifications.tsx';
import { toChangesAddress } from '#ui/routing/changes-view.ts';
import classes from './ExportsScreen.module.css';

export function SentFiles() {
  const { data, error, refetch } = useQuery(sentFiles);
  const { zone } = useWorkspace();
  const columns: Column<SentFile>[] = [
    { id: texts.heads.file, isRowHeader: true, className: classes.name, renderCell: ({ file }) => file },
    {
      id: texts.heads.at,
      renderCell: ({ at, who }) => (
        <>
          {timeText(at, zone)}
          <Text fz="xs" c="dimmed">
            {texts.by(who)}
          </Text>
        </>
      ),
    },
    { id: texts.heads.client, renderCell: ({ client }) => client ?? <span className="quiet">{texts.several}</span> },
    { id: texts.heads.period, renderCell: ({ period }) => (period ? datesText(period) : uiTexts.period.allTime) },
    { id: texts.heads.records, isNumber: true, renderCell: ({ records }) => count(records) },
    { id: texts.heads.state, renderCell: (file) => <State file={file} /> },
    {
      id: texts.changed,
      isHeaderHidden: true,
      className: classes.actions,
      renderCell: (file) => <Actions file={file} />,
    },
  ];
  return (
    <Panel title={texts.list} sub={texts.about}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.setAside.map((file) => (
        <Alert key={file} mx="lg" mb="sm">
          {memoryTexts.setAside(file)}
        </Alert>
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
    </Panel>
  );
}

function State({ file: { state, bills, of, again, billedBefore } }: { readonly file: SentFile }) {
  if (of === ELSEWHERE && state !== 'withdrawn') return <Tag tone="good">{texts.elsewhere}</Tag>;
  return (
    <>
      <Tag {...(state === 'intent' && { tone: 'warn' as const })}>{texts.states[state]}</Tag>{' '}
      {bills && state !== 'withdrawn' && <Tag tone="good">{texts.bills}</Tag>}
      {(again !== null || billedBefore) && (
        <Text fz="xs" c="dimmed" className={classes.note}>
          {billedBefore && texts.before(count(billedBefore.records), billedBefore.file)}
          {billedBefore && again !== null && '; '}
          {again !== null && texts.again(again)}
        </Text>
      )}
    </>
  );
}

function Actions({ file }: { readonly file: SentFile }) {
  const client = useQueryClient();
  const settle = useMutation({
    mutationFn: (state: 'saved' | 'handed' | 'withdrawn') => call('sent.settle', { number: file.number, state }),
    onSuccess: ({ state }) => {
      void client.invalidateQueries({ queryKey: sentFiles.queryKey });
      const isWithdrawn = state === 'withdrawn';
      const before = isWithdrawn ? (file.path === null ? 'handed' : 'saved') : 'withdrawn';
      notifySuccess(isWithdrawn ? texts.withdrawn(file.file) : texts.restored(file.file), async () => {
        await call('sent.settle', { number: file.number, state: before });
        await client.invalidateQueries({ queryKey: sentFiles.queryKey });
      });
    },
    onError: notifyFailure,
  });
  const isGone = file.state === 'withdrawn';
  return (
    <>
      {file.hasRecords && (
        <Button size="compact-xs" component={Link} href={toChangesAddress({ file: file.number })}>
          {texts.changed}
        </Button>
      )}
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
            {file.of === ELSEWHERE
              ? texts.mark[isGone ? 'restore' : 'withdraw']
              : isGone
                ? texts.restore
                : texts.withdraw}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
