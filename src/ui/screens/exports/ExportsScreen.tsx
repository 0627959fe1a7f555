/** The Exports screen: saved exports with their last run and next due day, and the files that were sent. */
import { Button, FileButton, ActionIcon, Menu } from '@mantine/core';
import { IconFileCheck, IconFileImport, IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { notifications } from '@mantine/notifications';
import { type ListedExport, findLastEmpty } from '#contract/saved-exports.ts';
import { checkFileTexts } from '#texts/exports/check-file.ts';
import { exportsScreenTexts as texts } from '#texts/exports/screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { Seal } from '#ui/coverage/Seal.tsx';
import { EmptyState, ErrorState } from '#ui/components/states.tsx';
import { DefinitionDialog } from '#ui/exporting/DefinitionDialog.tsx';
import { useSavedExports, type SavedExports } from '#ui/exporting/use-saved-exports.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { Table } from '#ui/grid/Table.tsx';
import { CheckFileDialog } from './CheckFileDialog.tsx';
import { SentFiles } from './SentFiles.tsx';
import { RunDialog } from './RunDialog.tsx';
import { isFormerFormat } from '#domain/export-formats.ts';
import { exportDefinitionSchema, formatAudience, formatContent, formatRhythm } from '#domain/exports/definition.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import { formerFormatNote } from '#texts/export-formats.ts';
import { explainFailure } from '#ui/data/client.ts';
import { pickName } from '../reports/free-name.ts';
import { Tag } from '#ui/components/values.tsx';
import { useWorkspace } from '#ui/data/queries.ts';
import { useProfile } from '#ui/exporting/ExportChoices.tsx';
import { count, dayText, timeText } from '#ui/format/figures-and-times.ts';
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
      {error && (
        <Panel title={texts.list}>
          <ErrorState error={error} onRetry={() => void saved.reload()} />
        </Panel>
      )}
      {!error && (
        <Panel title={texts.list} sub={texts.noScheduler}>
          {exports?.length === 0 && <EmptyState title={texts.none} detail={texts.noneDetail} />}
          {exports?.length !== 0 && (
            <ScrollBox label={texts.table} className={classes.scroll}>
              <Table
                columns={[...columns, { id: texts.run, isHeaderHidden: true }]}
                pendingRows={3}
                data-testid="saved-exports"
              >
                {exports?.map((savedExport) => (
                  <ExportRow
                    key={savedExport.id}
                    saved={savedExport}
                    onRun={() => setRun(savedExport)}
                    onEdit={() => setEdited(savedExport)}
                    onWriteFile={() => void saved.writeFile(savedExport)}
                    onRemove={() => void saved.remove(savedExport)}
                  />
                ))}
              </Table>
            </ScrollBox>
          )}
        </Panel>
      )}
      <SentFiles />
      {edited && (
        <DefinitionDialog definition={edited.definition} before={edited} onClose={() => setEdited(undefined)} />
      )}
      {isChecking && <CheckFileDialog onClose={() => setChecking(false)} />}
      {run && <RunDialog saved={run} onClose={() => setRun(undefined)} />}
    </Screen>
  );
}

/** Far above the size of any definition, which is a page of text. */
const MAX_BYTES = 200_000;
const REJECTION_ID = 'definition-refused';

/** Imports a definition from a file, or reports what is wrong and where. */
function useOpenDefinition({ exports = [], save }: SavedExports): (file: File) => void {
  return (file) => {
    notifications.hide(REJECTION_ID);
    const taken = exports.map(({ definition }) => definition.name);
    void open(file, taken, save).catch((error: unknown) =>
      notifications.show({
        id: REJECTION_ID,
        title: `${texts.refused}: ${file.name}`,
        message: error instanceof Rejection ? error.message : explainFailure(error).sentence,
        color: 'var(--bad)',
        autoClose: false,
      }),
    );
  };
}

class Rejection extends Error {}

async function open(file: File, taken: readonly string[], save: SavedExports['save']): Promise<void> {
  if (file.size > MAX_BYTES) throw new Rejection(texts.tooLarge);
  const read = exportDefinitionSchema.safeParse(toJson(await file.text()), { error: describeIssue });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Rejection(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
  }
  const named = read.data.name ?? file.name.replace(/(\.export)?\.json$/i, '');
  const { format } = read.data.options;
  const note = isFormerFormat(format) ? ` ${formerFormatNote(format)}` : '';
  await save({ ...read.data, name: pickName(named, taken) }, undefined, (name) => texts.imported(name) + note);
}

function toJson(text: string): unknown {
  try {
    // JSON does not allow a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Rejection(texts.notJson);
  }
}

interface ExportRowProps {
  readonly saved: ListedExport;
  readonly onRun: () => void;
  readonly onEdit: () => void;
  readonly onWriteFile: () => void;
  readonly onRemove: () => void;
}

function ExportRow({ saved, onRun, onEdit, onWriteFile, onRemove }: ExportRowProps) {
  const { definition, state, due, next } = saved;
  const { zone } = useWorkspace();
  const profile = useProfile((definition.records ?? definition.report)?.filterGroups);
  const { lastRun } = state;
  const empty = findLastEmpty(state);
  const [first] = due;
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.name}>
        {definition.name}
      </th>
      <td className={classes.writes}>{formatContent(definition)}</td>
      <td>{formatAudience(definition, profile !== undefined)}</td>
      <td>{formatRhythm(definition.rhythm)}</td>
      <td title={lastRun && `${texts.file(lastRun.file)}\n${texts.sha256(lastRun.sha256)}`}>
        {empty ? (
          texts.lastEmpty(timeText(empty.at, zone), dayText(empty.day))
        ) : lastRun ? (
          <>
            {texts.lastRun(timeText(lastRun.at, zone), uiTexts.records(count(lastRun.records)))}{' '}
            {!lastRun.complete && <Tag tone="warn">{texts.partial}</Tag>}
          </>
        ) : (
          <span className="quiet">{texts.never}</span>
        )}
      </td>
      <td>
        {first ? (
          <Tag tone="warn">{texts.due(dayText(first.day), due.length > 1 ? count(due.length) : null)}</Tag>
        ) : (
          next !== null && dayText(next)
        )}
      </td>
      <td className={classes.actions}>
        <Button size="compact-xs" variant={first ? 'filled' : 'default'} onClick={onRun}>
          {texts.run}
        </Button>
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon variant="subtle" size="sm" aria-label={texts.menu(definition.name)}>
              <IconDots size={14} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onEdit}>{texts.edit}</Menu.Item>
            <Menu.Item onClick={onWriteFile}>{texts.exportFile}</Menu.Item>
            <Menu.Item onClick={onRemove}>{texts.delete}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </td>
    </tr>
  );
}
