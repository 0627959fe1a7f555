/** The Exports screen: what is saved to be written again, when it last was, and what is due. */
import { Button, FileButton, VisuallyHidden } from '@mantine/core';
import { IconFileCheck, IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListedExport } from '../../../contract/saved-exports.ts';
import { checkFileTexts } from '#texts/exports/check-file.ts';
import { exportsScreenTexts as texts } from '#texts/exports/screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Panel } from '../../components/frame/Panel.tsx';
import { Screen } from '../../components/frame/Screen.tsx';
import { Seal } from '../../components/frame/Seal.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { PendingRows } from '../../components/states/PendingRows.tsx';
import { DefinitionDialog } from '../../exporting/DefinitionDialog.tsx';
import { useSavedExports } from '../../exporting/use-saved-exports.ts';
import tables from '../../components/values/tables.module.css';
import { CheckFileDialog } from './check/CheckFileDialog.tsx';
import { ExportRow } from './ExportRow.tsx';
import { RunDialog } from './RunDialog.tsx';
import { useOpenDefinition } from './use-open-definition.ts';
import classes from './ExportsScreen.module.css';

const { heads } = texts;
const columns = [heads.name, heads.writes, heads.audience, heads.repeats, heads.lastRun, heads.next];

export function ExportsScreen() {
  const saved = useSavedExports();
  const open = useOpenDefinition(saved);
  const [edited, setEdited] = useState<ListedExport>();
  const [run, setRun] = useState<ListedExport>();
  const [isChecking, setChecking] = useState(false);
  const { exports, error } = saved;
  return (
    <Screen
      title={uiTexts.screens.exports.title}
      seal={<Seal />}
      actions={
        <>
          <Button
            leftSection={<IconFileCheck size={14} stroke={1.6} aria-hidden />}
            onClick={() => setChecking(true)}
            data-testid="check-file"
          >
            {checkFileTexts.open}
          </Button>
          <FileButton accept="application/json,.json" onChange={(file) => file && open(file)}>
            {(props) => (
              <Button {...props} leftSection={<IconFileImport size={14} stroke={1.6} aria-hidden />}>
                {texts.open}
              </Button>
            )}
          </FileButton>
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void saved.reload()} />}
      {!error && exports?.length === 0 && <EmptyState title={texts.none} detail={texts.noneDetail} />}
      {!error && exports?.length !== 0 && (
        <Panel title={texts.list} sub={texts.noScheduler}>
          {/* A table that is wider than its panel scrolls by keyboard only if it can be focused. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <section className={classes.scroll} tabIndex={0} aria-label={texts.table}>
            <table className={tables.table} data-testid="saved-exports">
              <thead>
                <tr>
                  {columns.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                  <th scope="col">
                    <VisuallyHidden>{texts.run}</VisuallyHidden>
                  </th>
                </tr>
              </thead>
              <tbody>
                {exports === undefined ? (
                  <PendingRows rows={3} columns={columns.length + 1} />
                ) : (
                  exports.map((each) => (
                    <ExportRow
                      key={each.id}
                      saved={each}
                      onRun={() => setRun(each)}
                      onEdit={() => setEdited(each)}
                      onWriteFile={() => void saved.writeFile(each)}
                      onRemove={() => void saved.remove(each)}
                    />
                  ))
                )}
              </tbody>
            </table>
          </section>
        </Panel>
      )}
      {edited && (
        <DefinitionDialog definition={edited.definition} before={edited} onClose={() => setEdited(undefined)} />
      )}
      {isChecking && <CheckFileDialog onClose={() => setChecking(false)} />}
      {run && <RunDialog saved={run} onClose={() => setRun(undefined)} />}
    </Screen>
  );
}
