/** The Reports screen: presets and saved reports on the left, the chosen one with its builder, chart and table. */
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { Disclosure } from '../../components/controls/Disclosure.tsx';
import { NothingYet, useNothingYet } from '../../components/states/NothingYet.tsx';
import { useWorkspace } from '../../data/open-workspace.ts';
import { ReportGone } from './states/ReportGone.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import { ReportList, type ReportListProps } from './library/ReportList.tsx';
import { ReportPane } from './ReportPane.tsx';
import { useDefinition } from './definition/use-definition.ts';
import { useSavedView } from './use-saved-view.ts';
import { useListPlace } from './library/use-list-place.ts';
import { useImport } from './library/use-import.ts';
import { useSaved } from './library/use-saved.ts';
import classes from './ReportsScreen.module.css';

export function ReportsScreen() {
  const workspace = useWorkspace();
  const saving = useSaved();
  const shown = useDefinition(saving.reports);
  const take = useImport(saving);
  const { isBeside, setBeside } = useListPlace();
  const nothingYet = useNothingYet();
  useSavedView(workspace.name);
  const list: ReportListProps = {
    shown: typeof shown === 'string' ? undefined : shown.view.base,
    saved: saving.reports,
    onImport: take,
    isBeside,
    onBeside: setBeside,
  };
  const aside = isBeside ? <ReportList {...list} /> : undefined;
  if (nothingYet || typeof shown === 'string') {
    return (
      <ReportFrame aside={aside} period={undefined} inView={undefined}>
        {nothingYet ? <NothingYet /> : shown === 'gone' && <ReportGone />}
      </ReportFrame>
    );
  }
  return (
    <ReportPane
      // Another report begins at its own first row.
      key={JSON.stringify(shown.view.base)}
      shown={shown}
      saving={saving}
      aside={aside}
      listButton={isBeside ? null : <ListButton {...list} />}
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
          className={classes.listButton}
          rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {reportsTexts.list.open}
        </Button>
      }
    >
      <div className={classes.listDropdown}>
        <ReportList {...list} onChosen={() => setOpened(false)} />
      </div>
    </Disclosure>
  );
}
