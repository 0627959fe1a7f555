/** The People & clients screen: names for ids. The unnamed come first, by hours. */
import { Button, Group, SegmentedControl, Switch, Text, TextInput } from '@mantine/core';
import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { countNamed, searchRows, type NamedRow } from '#domain/people/named-rows.ts';
import { importTexts } from '#texts/screens/people-import.ts';
import { peopleTexts as texts } from '#texts/screens/people.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { EmptyState, useNothingYet, ErrorState } from '#ui/components/states.tsx';
import { call } from '#ui/data/client.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { formatAs } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { Table } from '#ui/grid/Table.tsx';
import { describeScreenKey } from '#ui/keyboard.ts';
import { notifyFailure, notifySuccess } from '#ui/notifications.tsx';
import { navigate, useHashSearch } from '#ui/routing/hash-location.ts';
import { paths } from '#ui/routing/paths.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { usePastedOrDropped } from './use-pasted-or-dropped.ts';
import { NamesTable } from './NamesTable.tsx';
import { useNamedRows, type Shown } from '#ui/naming/use-named-rows.ts';
import classes from './PeopleScreen.module.css';

const SHOW = 'show';

export function PeopleScreen() {
  const kinds: Shown = new URLSearchParams(useHashSearch()).get(SHOW) === 'objects' ? 'objects' : 'people';
  const [source, setSource] = usePastedOrDropped();
  return (
    <Screen
      title={uiTexts.screens.people.title}
      actions={
        <>
          <Button
            leftSection={<IconFileImport size={14} aria-hidden />}
            onClick={() => setSource({})}
            data-testid="names-import"
          >
            {importTexts.open}
          </Button>
          <Button leftSection={<IconFileExport size={14} aria-hidden />} onClick={writeFile} data-testid="names-export">
            {texts.export}
          </Button>
        </>
      }
      fill
    >
      <FirstSteps />
      <NamesPanel key={kinds} kinds={kinds} />
      {source && (
        // A newly dropped file replaces the current table.
        <ImportDialog key={source.file?.name ?? source.text} source={source} onClose={() => setSource(undefined)} />
      )}
    </Screen>
  );
}

function writeFile(): void {
  call('names.export', {}).then((written) => written && notifySuccess(texts.exported(written.file)), notifyFailure);
}

function NamesPanel({ kinds }: { readonly kinds: Shown }) {
  const { rows, error, retry } = useNamedRows(kinds);
  const nothingYet = useNothingYet();
  const [search, setSearch] = useState('');
  const [unnamedOnly, setUnnamedOnly] = useState(false);
  const ordered = useSteadyOrder(rows);
  const matches = useMemo(() => {
    const matching = ordered && searchRows(ordered, search);
    return unnamedOnly ? matching?.filter(({ name }) => name === undefined) : matching;
  }, [ordered, search, unnamedOnly]);
  return (
    <Panel className={classes.panel}>
      <Group component="header" className={classes.head} mih={48} py="sm" px="lg">
        <SegmentedControl
          aria-label={texts.shows}
          value={kinds}
          onChange={(value) => navigate(value === 'objects' ? `${paths.people}?${SHOW}=objects` : paths.people)}
          data={[
            { value: 'people', label: texts.people },
            { value: 'objects', label: texts.objects },
          ]}
        />
        <TextInput
          {...describeScreenKey('search')}
          w={220}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Switch
          size="xs"
          label={texts.unnamedOnly}
          checked={unnamedOnly}
          onChange={(event) => setUnnamedOnly(event.currentTarget.checked)}
        />
        <Share kinds={kinds} rows={rows} />
      </Group>
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : rows?.length === 0 ? (
        <EmptyState
          title={texts.empty}
          detail={texts.emptyDetail}
          action={nothingYet ? <RefreshButton primary /> : undefined}
        />
      ) : matches?.length === 0 ? (
        <EmptyState title={texts.noneFound} detail={texts.noneFoundDetail} />
      ) : matches ? (
        <NamesTable kinds={kinds} rows={matches} />
      ) : (
        <Table columns={[texts.heads.id, texts.heads.hours, texts.heads.name]} pendingRows={12} />
      )}
    </Panel>
  );
}

/** The number of ids without a name, and their hours. */
function Share({ kinds, rows }: { readonly kinds: Shown; readonly rows: readonly NamedRow[] | undefined }) {
  const printing = usePrintSettings();
  if (!rows || rows.length === 0) return null;
  const { unnamed, all, unnamedHours, allHours } = countNamed(rows);
  const words = texts.share;
  const formatAll = kinds === 'people' ? words.allPeople : words.allObjects;
  const hours = (text: string) => formatAs('hours', text, printing);
  return (
    <Text component="output" inherit ml="auto" c="var(--ink-2)" fz="xs" data-testid="names-share">
      {unnamed === 0
        ? formatAll(count(all))
        : `${words[kinds](count(unnamed), count(all))} · ${words.hours(hours(unnamedHours), hours(allHours))}`}
    </Text>
  );
}

/** Keeps the order of rows while they are named, so that the next one to fill is the one below. */
function useSteadyOrder(rows: readonly NamedRow[] | undefined): readonly NamedRow[] | undefined {
  const [first, setFirst] = useState(rows);
  if (first === undefined && rows !== undefined) setFirst(rows);
  return useMemo(() => {
    const indexes = new Map(first?.map((row, index) => [`${row.kind}:${row.id}`, index]));
    const findIndex = ({ kind, id }: NamedRow) => indexes.get(`${kind}:${id}`) ?? Infinity;
    return rows?.toSorted((a, b) => {
      const [one, two] = [findIndex(a), findIndex(b)];
      return one === two ? 0 : one - two;
    });
  }, [first, rows]);
}
