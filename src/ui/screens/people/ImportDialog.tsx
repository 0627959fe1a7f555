/** Imports names from a pasted or dropped table. Its columns are recognised and can be corrected, and all changes are shown before they are saved. */
import { Button, Checkbox, FileButton, Modal, Textarea, Stack, Text, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { listFields } from '#domain/people/list-heads.ts';
import { nameKinds } from '#domain/people/names-table.ts';
import { PERSON } from '#domain/properties.ts';
import { importTexts as texts } from '#texts/screens/people-import.ts';
import { peopleTexts } from '#texts/screens/people.ts';
import { Choice } from '#ui/components/Choice.tsx';
import { DayField } from '#ui/filters/DayField.tsx';
import { count } from '#ui/format/figures-and-times.ts';
import { useChangeNames } from '#ui/naming/use-change-names.ts';
import { notifyFailure } from '#ui/notifications.tsx';
import { useImportTable, type ImportTable, type ImportTableState } from './use-import-table.ts';
import { toObjectKey, type DirectoryChange, type EntryChange } from '#domain/people/directory.ts';
import { namesTableTexts } from '#texts/names-table.ts';
import { Tag } from '#ui/components/values.tsx';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { Table } from '#ui/grid/Table.tsx';
import classes from './PeopleScreen.module.css';

export interface PastedOrDropped {
  readonly text?: string;
  readonly file?: File;
}

export function ImportDialog({ source, onClose }: { readonly source: PastedOrDropped; readonly onClose: () => void }) {
  const state = useImportTable();
  const { table, problem, readText, readFile } = state;
  const [pasted, setPasted] = useState(source.text ?? '');
  const change = useChangeNames();
  const first = useRef({ readText, readFile });
  useEffect(() => {
    if (source.text !== undefined) first.current.readText(source.text);
    if (source.file) first.current.readFile(source.file);
  }, [source]);
  const changes = table?.entries.filter(({ effect }) => effect !== 'unchanged').length ?? 0;
  const save = ({ plan }: ImportTable) => {
    change(plan.change, peopleTexts.several(count(changes))).then(onClose, notifyFailure);
  };
  return (
    <Modal opened size={1000} onClose={onClose} title={texts.title}>
      <Stack>
        {!table && (
          <Textarea
            label={texts.pasted}
            description={texts.hint}
            placeholder={texts.example}
            // Wide enough to align ids and names across lines.
            style={{ tabSize: 24 }}
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
          <Text inherit c="var(--bad)" role="alert">
            {problem}
          </Text>
        )}
        {table && <Columns table={table} state={state} />}
        {table && <ImportPreview table={table} />}
        <Group gap="sm" align="stretch" justify="flex-end" wrap="nowrap">
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
        </Group>
      </Stack>
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

/** The recognised meaning of each column, which can be changed. */
function Columns({ table, state }: { readonly table: ImportTable; readonly state: ImportTableState }) {
  const { columns, headerIndex, doubts } = table.reading;
  const { sheets, sheetAt } = table;
  return (
    <div className={classes.columns}>
      {doubts.length > 0 && (
        <Text inherit c="var(--warn)" fz="xs" style={{ gridColumn: '1 / -1' }} role="alert">
          {texts.doubts(doubts)}{' '}
          <Button size="compact-xs" onClick={state.confirmColumns}>
            {texts.confirm}
          </Button>
        </Text>
      )}
      {sheets.length > 1 && (
        <Choice
          size="xs"
          label={texts.sheet}
          description=" "
          data={sheets.map(({ name = '' }, index) => ({ value: String(index), label: name }))}
          value={String(sheetAt)}
          allowDeselect={false}
          onChange={(value) => state.chooseSheet(Number(value))}
        />
      )}
      {columns.map((column, index) => (
        <Choice
          key={index}
          size="xs"
          label={table.lines[headerIndex]?.cells[index] || texts.column(count(index + 1))}
          description={table.lines[headerIndex + 1]?.cells[index] || ' '}
          data={columnChoices}
          value={column ?? NOT_READ}
          allowDeselect={false}
          onChange={(value) =>
            state.chooseColumn(
              index,
              listFields.find((field) => field === value),
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
        checked={headerIndex >= 0}
        onChange={(event) => state.chooseHead(event.currentTarget.checked)}
      />
    </div>
  );
}

/** Drawing more would block the page. The others are counted, and saved all the same. */
const MAX_SHOWN = 200;

/** The changes that a table would make, entry by entry, and its rejected lines. */
function ImportPreview({ table: { plan, entries, unread, findTitle } }: { readonly table: ImportTable }) {
  const { refused, restored, unknown, change, nearCurrencies } = plan;
  const pick = (effect: EntryChange['effect']) => entries.filter((entry) => entry.effect === effect);
  const listed = [...pick('added'), ...pick('changed'), ...pick('removed'), ...pick('unchanged')];
  const counts = [pick('added'), pick('changed'), pick('unchanged'), refused].map(({ length }) => count(length));
  return (
    <>
      <p className="figure" aria-live="polite" data-testid="names-plan">
        {texts.sum(counts[0] ?? '', counts[1] ?? '', counts[2] ?? '', counts[3] ?? '')}
      </p>
      {unread.length > 0 && <p className="hint">{texts.notRead(unread)}</p>}
      {unknown.length > 0 && (
        <Text inherit c="var(--warn)" fz="xs">
          {texts.unknown(count(unknown.length), unknown.slice(0, 5))}
        </Text>
      )}
      {restored.length > 0 && (
        <Text inherit c="var(--warn)" fz="xs">
          {texts.restored(
            restored.slice(0, 5).map(({ where, what }) => texts.refusedAt(where, what)),
            count(Math.max(0, restored.length - 5)),
          )}
        </Text>
      )}
      {nearCurrencies.map(({ written, inUse }) => (
        <Text inherit key={written} c="var(--warn)" fz="xs">
          {namesTableTexts.nearCurrency(written, inUse)}
        </Text>
      ))}
      {refused.length > 0 && (
        <Text component="div" inherit c="var(--warn)" fz="xs" data-testid="names-refused">
          <p>{texts.refused(count(refused.length))}</p>
          {/* A long list scrolls and contains no tab stops. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <Text
            component="ul"
            inherit
            mah={110}
            c="var(--ink-2)"
            style={{ overflow: 'auto' }}
            tabIndex={0}
            aria-label={texts.refused(count(refused.length))}
          >
            {refused.slice(0, MAX_SHOWN).map(({ where, what }) => (
              <li key={`${where} ${what}`}>{texts.refusedAt(where, what)}</li>
            ))}
            {refused.length > MAX_SHOWN && <li>{texts.more(count(refused.length - MAX_SHOWN))}</li>}
          </Text>
        </Text>
      )}
      <ScrollBox label={texts.preview} className={classes.preview}>
        <Table
          columns={[
            texts.effect,
            peopleTexts.heads.kind,
            peopleTexts.heads.id,
            peopleTexts.heads.name,
            texts.record,
            texts.preview,
          ]}
        >
          {listed.slice(0, MAX_SHOWN).map((entry) => (
            <tr key={`${entry.kind}:${entry.id}`}>
              <td>
                <Tag tone={entry.effect === 'unchanged' ? 'quiet' : entry.effect === 'added' ? 'good' : 'warn'}>
                  {texts.effects[entry.effect]}
                </Tag>
              </td>
              <td className="quiet">
                {entry.kind === PERSON ? peopleTexts.person : (peopleTexts.kinds[entry.kind] ?? entry.kind)}
              </td>
              <th scope="row">
                <span className="figure">{entry.id}</span>
              </th>
              <td>{entry.name}</td>
              <Text component="td" inherit truncate maw={160} c="dimmed">
                {findTitle(entry.kind, entry.id)}
              </Text>
              <td className={`quiet ${classes.changes}`}>{describeFields(entry, change)}</td>
            </tr>
          ))}
        </Table>
        {listed.length > MAX_SHOWN && <p>{texts.more(count(listed.length - MAX_SHOWN))}</p>}
      </ScrollBox>
    </>
  );
}

/** Lists all fields of a new entry but its name, which has a column. */
function describeFields({ kind, id, effect, fields }: EntryChange, { owners, objects }: DirectoryChange): string {
  if (effect !== 'added') {
    return Object.entries(fields)
      .map(([field, [before, after]]) => texts.field(labelField(field), before ?? texts.before, after ?? texts.before))
      .join('; ');
  }
  const entry: object = (kind === PERSON ? owners[id] : objects[toObjectKey(kind, id)]) ?? {};
  return Object.entries(entry)
    .flatMap(([field, value]) =>
      field === 'name' || value === null ? [] : texts.set(labelField(field), String(value)),
    )
    .join('; ');
}

const heads: Readonly<Record<string, string>> = {
  ...peopleTexts.heads,
  weeklyHours: peopleTexts.heads.weekly_hours,
  activeFrom: peopleTexts.heads.active_from,
  activeTo: peopleTexts.heads.active_to,
};

const labelField = (field: string) => heads[field] ?? field;
