/** Names one id: a person with team and weekly hours, or an object with client and currency. */
import { Button, Modal, TextInput, Stack, Group } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { findNearCurrencies } from '#domain/people/directory.ts';
import { nameKinds, type NameColumn, changeFields } from '#domain/people/names-table.ts';
import { PERSON } from '#domain/properties.ts';
import { peopleTexts, namingTexts as texts } from '#texts/screens/people.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Choice } from '../components/Choice.tsx';
import { explainFailure } from '../data/client.ts';
import { count } from '../format/figures-and-times.ts';
import { formatAs } from '../format/measured.ts';
import { usePrintSettings } from '../format/use-printing.ts';
import { useNames } from '../names.ts';
import type { BareId } from './bare-id.ts';
import { useChangeNames } from './use-change-names.ts';
import { useNamedRows } from './use-named-rows.ts';

const listFields = (kind: string): readonly NameColumn[] =>
  kind === PERSON ? ['name', 'team', 'weekly_hours'] : ['name', 'client', 'currency'];

export interface NameDialogProps {
  readonly bare: BareId;
  readonly onClose: () => void;
}

export function NameDialog({ bare: { kind: known, id }, onClose }: NameDialogProps) {
  const { directory } = useNames();
  const printing = usePrintSettings();
  const change = useChangeNames();
  const { rows } = useNamedRows(known === PERSON ? 'people' : 'objects');
  const matches = rows?.filter((row) => row.id === id && (known === undefined || row.kind === known)) ?? [];
  const [chosen, setChosen] = useState<string>();
  const kind = known ?? chosen ?? (matches.length === 1 ? matches[0]?.kind : undefined);
  const row = matches.find((match) => match.kind === kind);
  const [typed, setTyped] = useState<Readonly<Partial<Record<NameColumn, string>>>>({});
  const [problem, setProblem] = useState<string>();
  const name = typed.name?.trim() ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind === undefined || name === '') return;
    const filled = Object.entries(typed).filter(([, text]) => text.trim() !== '');
    const read = changeFields(directory, { kind, id }, Object.fromEntries(filled));
    if (!read.ok) return setProblem(texts.problem(read.problem));
    const [near] = findNearCurrencies(directory, read.change);
    const warning = near && peopleTexts.nearCurrency(peopleTexts.heads.currency, near.written, near.inUse);
    if (warning !== undefined && warning !== problem) return setProblem(warning);
    change(read.change, peopleTexts.changed(name)).then(onClose, (error: unknown) =>
      setProblem(explainFailure(error).sentence),
    );
  };
  return (
    <Modal opened onClose={onClose} title={texts.title(id)}>
      <Stack component="form" onSubmit={submit} data-testid="name-dialog">
        {row && (
          <p className="quiet">
            {texts.facts(
              row.kind === PERSON ? peopleTexts.person : (peopleTexts.kinds[row.kind] ?? row.kind),
              formatAs('hours', row.hours, printing),
              count(row.records),
            )}
          </p>
        )}
        {known === undefined && matches.length !== 1 && (
          <Choice
            label={peopleTexts.heads.kind}
            data={nameKinds
              .filter((name) => name !== PERSON && (matches.length === 0 || matches.some((row) => row.kind === name)))
              .map((value) => ({ value, label: peopleTexts.kinds[value] ?? value }))}
            value={chosen ?? null}
            onChange={(value) => setChosen(value ?? undefined)}
          />
        )}
        {listFields(kind ?? '').map((column, index) => (
          <TextInput
            key={column}
            label={peopleTexts.heads[column]}
            placeholder={column === 'name' ? undefined : peopleTexts.examples[column]}
            list={`suggested-${column}`}
            value={typed[column] ?? ''}
            spellCheck={false}
            autoComplete="off"
            data-autofocus={index === 0 || undefined}
            onChange={(event) => setTyped({ ...typed, [column]: event.currentTarget.value })}
          />
        ))}
        <Suggestions column="team" values={Object.values(directory.owners).map(({ team }) => team)} />
        <Suggestions column="client" values={Object.values(directory.objects).map(({ client }) => client)} />
        <p className="problem" role="alert">
          {problem}
        </p>
        <Group gap="sm" align="stretch" justify="flex-end" wrap="nowrap">
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" variant="filled" disabled={name === '' || kind === undefined} data-testid="name-save">
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Suggestions({ column, values }: { readonly column: NameColumn; readonly values: readonly (string | null)[] }) {
  return (
    <datalist id={`suggested-${column}`}>
      {[...new Set(values)]
        .filter((value) => value !== null)
        .toSorted()
        .map((value) => (
          <option key={value} value={value} label={value}>
            {value}
          </option>
        ))}
    </datalist>
  );
}
