/** The Exports screen: what is saved to be written again, when it last was, and what is due. */
import { Button, FileButton } from '@mantine/core';
import { IconFileCheck, IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListedExport } from '#contract/saved-exports.ts';
import { checkFileTexts } from '#texts/exports/check-file.ts';
import { exportsScreenTexts as texts } from '#texts/exports/screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Panel } from '#ui/components/frame/Panel.tsx';
import { Screen } from '#ui/components/frame/Screen.tsx';
import { Seal } from '#ui/components/frame/Seal.tsx';
import { EmptyState } from '#ui/components/states/EmptyState.tsx';
import { ErrorState } from '#ui/components/states/ErrorState.tsx';
import { DefinitionDialog } from '#ui/exporting/DefinitionDialog.tsx';
import { useSavedExports, type SavedExports } from '#ui/exporting/use-saved-exports.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { Table } from '#ui/grid/Table.tsx';
import { CheckFileDialog } from './check/CheckFileDialog.tsx';
import { ExportRow } from './ExportRow.tsx';
import { RunDialog } from './RunDialog.tsx';
import classes from './ExportsScreen.module.css';
import { notifications } from '@mantine/notifications';
import { isFormer } from '#domain/export-formats.ts';
import { exportDefinitionSchema } from '#domain/exports/definition.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import { formerFormatNote } from '#texts/export-formats.ts';
import { failureText } from '#ui/data/error-text.ts';
import { freeName } from '../reports/free-name.ts';

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
          <ScrollBox label={texts.table} className={classes.scroll}>
            <Table
              columns={[...columns, { id: texts.run, isHeadHidden: true }]}
              pendingRows={3}
              data-testid="saved-exports"
            >
              {exports?.map((each) => (
                <ExportRow
                  key={each.id}
                  saved={each}
                  onRun={() => setRun(each)}
                  onEdit={() => setEdited(each)}
                  onWriteFile={() => void saved.writeFile(each)}
                  onRemove={() => void saved.remove(each)}
                />
              ))}
            </Table>
          </ScrollBox>
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

/** A definition is a page of text. */
const MOST_BYTES = 200_000;
const REFUSED = 'definition-refused';

/** Saves the definition of a file; what is wrong with it is shown with its place in the file. */
function useOpenDefinition({ exports = [], save }: SavedExports): (file: File) => void {
  return (file) => {
    notifications.hide(REFUSED);
    const taken = exports.map(({ definition }) => definition.name);
    void open(file, taken, save).catch((error: unknown) =>
      notifications.show({
        id: REFUSED,
        title: `${texts.refused}: ${file.name}`,
        message: error instanceof Refusal ? error.message : failureText(error).sentence,
        color: 'var(--bad)',
        autoClose: false,
      }),
    );
  };
}

class Refusal extends Error {}

async function open(file: File, taken: readonly string[], save: SavedExports['save']): Promise<void> {
  if (file.size > MOST_BYTES) throw new Refusal(texts.tooLarge);
  const read = exportDefinitionSchema.safeParse(toJson(await file.text()), { error: describeIssue });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Refusal(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
  }
  const named = read.data.name ?? file.name.replace(/(\.export)?\.json$/i, '');
  const { format } = read.data.options;
  const told = isFormer(format) ? ` ${formerFormatNote(format)}` : '';
  await save({ ...read.data, name: freeName(named, taken) }, undefined, (name) => texts.imported(name) + told);
}

function toJson(text: string): unknown {
  try {
    // A byte order mark is no part of JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Refusal(texts.notJson);
  }
}
