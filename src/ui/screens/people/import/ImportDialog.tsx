/** Names as a table: pasted or dropped, its columns recognised and to be chosen, what it changes shown before anything is saved. */
import { Button, Checkbox, FileButton, Modal, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { listFields } from '#domain/people/list-heads.ts';
import { nameKinds, PERSON } from '#domain/people/names-line.ts';
import { importTexts as texts } from '#texts/screens/people/import.ts';
import { peopleTexts } from '#texts/screens/people/table.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Choice } from '#ui/components/controls/Choice.tsx';
import { DayField } from '#ui/filters/DayField.tsx';
import { count } from '#ui/format/figures.ts';
import { useChangeNames } from '#ui/naming/use-change-names.ts';
import { notifyFailure } from '#ui/notifications/notify-failure.ts';
import { ImportPreview } from './ImportPreview.tsx';
import { useImportTable, type ImportTable, type ImportTableState } from './use-import-table.ts';
import classes from './ImportDialog.module.css';

/** What was brought to the screen. */
export interface Brought {
  readonly text?: string;
  readonly file?: File;
}

export interface ImportDialogProps {
  readonly brought: Brought;
  readonly onClose: () => void;
}

export function ImportDialog({ brought, onClose }: ImportDialogProps) {
  const state = useImportTable();
  const { table, problem, readText, readFile } = state;
  const [pasted, setPasted] = useState(brought.text ?? '');
  const change = useChangeNames();
  const first = useRef({ readText, readFile });
  useEffect(() => {
    if (brought.text !== undefined) first.current.readText(brought.text);
    if (brought.file) first.current.readFile(brought.file);
  }, [brought]);
  const changes = table?.entries.filter(({ effect }) => effect !== 'unchanged').length ?? 0;
  const save = (of: ImportTable) => {
    change(of.plan.change, peopleTexts.several(count(changes))).then(onClose, notifyFailure);
  };
  return (
    <Modal opened size={1000} onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': uiTexts.close }}>
      <div className={classes.dialog}>
        {!table && (
          <Textarea
            label={texts.pasted}
            description={texts.hint}
            placeholder={texts.example}
            minRows={8}
            autosize
            maxRows={12}
            value={pasted}
            spellCheck={false}
            onChange={(event) => {
              setPasted(event.currentTarget.value);
              readText(event.currentTarget.value);
            }}
            data-testid="names-pasted"
          />
        )}
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        {table && <Columns table={table} state={state} />}
        {table && <ImportPreview table={table} />}
        <div className={classes.buttons}>
          {table ? (
            <Button
              onClick={() => {
                setPasted('');
                state.clear();
              }}
            >
              {texts.clear}
            </Button>
          ) : (
            <FileButton onChange={(file) => file && readFile(file)} accept=".csv,.tsv,.txt,.xlsx">
              {(props) => <Button {...props}>{texts.choose}</Button>}
            </FileButton>
          )}
          <Button
            variant="filled"
            disabled={!table || changes === 0 || table.reading.doubts.length > 0 || !table.isDated}
            onClick={() => table && save(table)}
            data-testid="names-save"
          >
            {changes === 0 ? texts.nothing : texts.save(count(changes))}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

const NOT_READ = '';
const AS_KNOWN = '';
const fieldLabels = { ...peopleTexts.heads, ...texts.parts };
const columnChoices = [
  { value: NOT_READ, label: texts.ignored },
  ...listFields.map((value) => ({ value, label: fieldLabels[value] })),
];
const kindChoices = [
  { value: AS_KNOWN, label: texts.asKnown },
  ...nameKinds.map((value) => ({
    value,
    label: value === PERSON ? peopleTexts.person : (peopleTexts.kinds[value] ?? value),
  })),
];

/** What each column is: recognised, and to be chosen. */
function Columns({ table, state }: { readonly table: ImportTable; readonly state: ImportTableState }) {
  const { columns, headAt, doubts } = table.reading;
  const { sheets, sheetAt } = table;
  return (
    <div className={classes.columns}>
      {doubts.length > 0 && (
        <p className={classes.doubts} role="alert">
          {texts.doubts(doubts)}{' '}
          <Button size="compact-xs" onClick={state.confirmColumns}>
            {texts.confirm}
          </Button>
        </p>
      )}
      {sheets.length > 1 && (
        <Choice
          size="xs"
          label={texts.sheet}
          description=" "
          data={sheets.map(({ name = '' }, at) => ({ value: String(at), label: name }))}
          value={String(sheetAt)}
          allowDeselect={false}
          onChange={(value) => state.chooseSheet(Number(value))}
        />
      )}
      {columns.map((column, at) => (
        <Choice
          key={at}
          size="xs"
          label={table.lines[headAt]?.cells[at] || texts.column(count(at + 1))}
          description={table.lines[headAt + 1]?.cells[at] || ' '}
          data={columnChoices}
          value={column ?? NOT_READ}
          allowDeselect={false}
          onChange={(value) =>
            state.chooseColumn(
              at,
              listFields.find((each) => each === value),
            )
          }
        />
      ))}
      {!columns.includes('kind') && (
        <Choice
          size="xs"
          label={texts.of}
          description=" "
          data={kindChoices}
          value={table.kind ?? AS_KNOWN}
          allowDeselect={false}
          onChange={(value) => state.chooseKind(value === null || value === AS_KNOWN ? undefined : value)}
        />
      )}
      {columns.includes('weekly_hours') && !columns.includes('hours_from') && (
        <DayField
          type="date"
          label={texts.hoursFrom}
          description={texts.hoursAlways}
          value={state.hoursFrom}
          missing="start"
          onChange={state.typeHoursFrom}
        />
      )}
      <Checkbox
        size="xs"
        label={texts.head}
        checked={headAt >= 0}
        onChange={(event) => state.chooseHead(event.currentTarget.checked)}
      />
    </div>
  );
}
