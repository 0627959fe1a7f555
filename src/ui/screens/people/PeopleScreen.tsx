/** People & clients: who and what the ids are. The unnamed come first, by hours; every cell is filled by hand. */
import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core';
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
import { inUnit } from '#ui/format/measured.ts';
import { usePrinting } from '#ui/format/use-printing.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { Table } from '#ui/grid/Table.tsx';
import { reachedBy } from '#ui/keyboard.ts';
import { notifyFailure, sayDone } from '#ui/notifications.tsx';
import { navigate, useHashSearch } from '#ui/routing/hash-location.ts';
import { paths } from '#ui/routing/paths.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { useBrought } from './use-brought.ts';
import { NamesTable } from './NamesTable.tsx';
import { useNamedRows, type Shown } from '#ui/naming/use-named-rows.ts';
import classes from './PeopleScreen.module.css';

const SHOW = 'show';

export function PeopleScreen() {
  const kinds: Shown = new URLSearchParams(useHashSearch()).get(SHOW) === 'objects' ? 'objects' : 'people';
  const [brought, setBrought] = useBrought();
  return (
    <Screen
      title={uiTexts.screens.people.title}
      actions={
        <>
          <Button
            leftSection={<IconFileImport size={14} aria-hidden />}
            onClick={() => setBrought({})}
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
      {brought && (
        // What is dropped while it is open takes the place of what it holds.
        <ImportDialog
          key={brought.file?.name ?? brought.text}
          brought={brought}
          onClose={() => setBrought(undefined)}
        />
      )}
    </Screen>
  );
}

function writeFile(): void {
  call('names.export', {}).then((written) => written && sayDone(texts.exported(written.file)), notifyFailure);
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
      <header className={classes.head}>
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
          {...reachedBy('search')}
          className={classes.search}
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
      </header>
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

/** How much of the work has no name yet. */
function Share({ kinds, rows }: { readonly kinds: Shown; readonly rows: readonly NamedRow[] | undefined }) {
  const printing = usePrinting();
  if (!rows || rows.length === 0) return null;
  const { unnamed, all, unnamedHours, allHours } = countNamed(rows);
  const words = texts.share;
  const whole = kinds === 'people' ? words.allPeople : words.allObjects;
  const hours = (text: string) => inUnit('hours', text, printing);
  return (
    <output className={classes.share} data-testid="names-share">
      {unnamed === 0
        ? whole(count(all))
        : `${words[kinds](count(unnamed), count(all))} · ${words.hours(hours(unnamedHours), hours(allHours))}`}
    </output>
  );
}

/** Rows stay where they are while they get their names: the next one to fill is the one below. */
function useSteadyOrder(rows: readonly NamedRow[] | undefined): readonly NamedRow[] | undefined {
  const [first, setFirst] = useState(rows);
  if (first === undefined && rows !== undefined) setFirst(rows);
  return useMemo(() => {
    const places = new Map(first?.map((row, at) => [`${row.kind}:${row.id}`, at]));
    const findPlace = ({ kind, id }: NamedRow) => places.get(`${kind}:${id}`) ?? Infinity;
    return rows?.toSorted((a, b) => {
      const [one, two] = [findPlace(a), findPlace(b)];
      return one === two ? 0 : one - two;
    });
  }, [first, rows]);
}
