/** The Reports screen: presets and saved reports on the left, the chosen one with its builder, chart and table. */
import { Button, Flex } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, useCallback, useEffect } from 'react';
import { notifications } from '@mantine/notifications';
import { useLocalStorage, useMediaQuery, useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { Disclosure } from '#ui/components/Disclosure.tsx';
import { NothingYet, useNothingYet, EmptyState } from '#ui/components/states.tsx';
import { cameFrom, navigate, useHashSearch } from '#ui/routing/hash-location.ts';
import { call } from '#ui/data/client.ts';
import { preferences, useWorkspace } from '#ui/data/queries.ts';
import { formatReportView, parseReportView, FIRST_PRESET } from '#ui/routing/report-view.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { ReportList, type ReportListProps } from './ReportList.tsx';
import { ReportPane, ReportFrame } from './ReportPane.tsx';
import { useDefinition, addressOfReport, addressOfView } from './use-definition.ts';
import { useSaved, type Saving } from './use-saved.ts';
import { pickName } from './free-name.ts';
import { MAX_BYTES, readReportFile } from './read-report-file.ts';
import classes from './ReportsScreen.module.css';

export function ReportsScreen() {
  const workspace = useWorkspace();
  const saving = useSaved();
  const openReport = useDefinition(saving.reports);
  const onImport = useCallback((file: File) => void importFile(file, saving), [saving]);
  const { isListPinned, setListPinned } = useListPlace();
  const nothingYet = useNothingYet();
  useLastReport(workspace.name);
  const list: ReportListProps = {
    openReport: typeof openReport === 'string' ? undefined : openReport.view.base,
    saved: saving.reports,
    onImport,
    isListPinned,
    onPinChange: setListPinned,
  };
  const aside = isListPinned ? <ReportList {...list} /> : undefined;
  if (nothingYet || typeof openReport === 'string') {
    return (
      <ReportFrame aside={aside} period={undefined} inView={undefined}>
        {nothingYet ? <NothingYet /> : openReport === 'gone' && <ReportGone />}
      </ReportFrame>
    );
  }
  return (
    <ReportPane
      // A different report starts at its first row.
      key={JSON.stringify(openReport.view.base)}
      openReport={openReport}
      saving={saving}
      aside={aside}
      listButton={isListPinned ? null : <ListButton {...list} />}
    />
  );
}

function ListButton(list: ReportListProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Disclosure
      label={reportsTexts.list.open}
      opened={opened}
      onChange={setOpened}
      target={
        <Button
          className="screen-only"
          flex="none"
          rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {reportsTexts.list.open}
        </Button>
      }
    >
      <Flex w={300} mah="60vh" m={-6}>
        <ReportList {...list} onChosen={() => setOpened(false)} />
      </Flex>
    </Disclosure>
  );
}

const texts = reportsTexts.importing;
/** The error of one file is removed by the next one. */
const REJECTED_ID = 'import-refused';

/** Imports a report file as a saved report; an error is shown with its place in the file. */
async function importFile(file: File, saving: Saving): Promise<void> {
  notifications.hide(REJECTED_ID);
  const answer =
    file.size > MAX_BYTES ? { ok: false as const, problem: texts.tooLarge } : readReportFile(await file.text());
  if (!answer.ok) {
    notifications.show({
      id: REJECTED_ID,
      title: `${texts.failed}: ${file.name}`,
      message: answer.problem,
      color: 'var(--bad)',
      autoClose: false,
    });
    return;
  }
  const taken = (saving.reports ?? []).map(({ file }) => file.name);
  const id = await saving.add({ ...answer.file, name: pickName(answer.file.name, taken) }, reportsTexts.head.imported);
  if (id !== undefined) navigate(addressOfReport({ kind: 'saved', id }));
}

/** In narrower windows the list would take the room that figures need. */
const FITS_PINNED_LIST = '(min-width: 1180px)';
/** In windows this wide, the controls of a report fit in one row beside the list. */
const PINNED_BY_DEFAULT = '(min-width: 1680px)';

/** The position of the list of reports: beside the report, or behind a button above it. */
interface ListPlace {
  readonly isListPinned: boolean;
  /** Shows or hides it there permanently; undefined if there is no room for it. */
  readonly setListPinned: ((isListPinned: boolean) => void) | undefined;
}

function useListPlace(): ListPlace {
  const fits = useMediaQuery(FITS_PINNED_LIST, true, { getInitialValueInEffect: false });
  const isWide = useMediaQuery(PINNED_BY_DEFAULT, false, { getInitialValueInEffect: false });
  const [chosen, choose] = useLocalStorage<'beside' | 'behind' | 'auto'>({
    key: 'timelog-report-list',
    defaultValue: 'auto',
    getInitialValueInEffect: false,
  });
  return {
    isListPinned: fits && (chosen === 'auto' ? isWide : chosen === 'beside'),
    setListPinned: fits ? (isListPinned) => choose(isListPinned ? 'beside' : 'behind') : undefined,
  };
}

const PAUSE_MS = 800;

/** Workspaces whose last report this page has reopened or left, so that it is not reopened again. */
const restored = new Set<string>();

/** Reopens the report that was open when the program ended; its address contains everything about it. */
function useLastReport(workspace: string): void {
  const client = useQueryClient();
  const search = useHashSearch();
  const { data: preferred } = useQuery(preferences);
  const save = useDebouncedCallback((text: string) => {
    const lastReports = { ...client.getQueryData(preferences.queryKey)?.lastReports, [workspace]: text };
    // A failure to store it affects nothing on screen.
    call('preferences.set', { lastReports }).then(
      (all) => client.setQueryData(preferences.queryKey, all),
      () => {},
    );
  }, PAUSE_MS);
  useEffect(() => {
    // A drill-down is not stored as the last report.
    if (!preferred || cameFrom() !== undefined) return;
    const saved = preferred.lastReports?.[workspace] ?? '';
    if (!restored.has(workspace)) {
      restored.add(workspace);
      if (search === '' && saved !== '') {
        navigate(addressOfView(parseReportView(saved)), { replace: true });
        return;
      }
    }
    const text = formatReportView({ ...parseReportView(search), cell: undefined });
    if (text !== saved) save(text);
  }, [preferred, workspace, search, save]);
}

/** Shown for a report that was deleted or belongs to another workspace. */
function ReportGone() {
  const openFirst = () => navigate(addressOfReport({ kind: 'preset', name: FIRST_PRESET }));
  return (
    <Panel className={classes.tablePanel}>
      <EmptyState
        title={reportsTexts.head.gone}
        detail={reportsTexts.head.goneDetail}
        action={<Button onClick={openFirst}>{reportsTexts.head.openFirst}</Button>}
      />
    </Panel>
  );
}
