/** Lists the largest unnamed ids, people beside clients, with fields for their names; a pasted list can name all of them. */
import { Button, Group } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { NamedRow } from '#domain/people/named-rows.ts';
import { nameByKind } from '#domain/reports/keys/key-text.ts';
import { unnamedTexts as texts } from '#texts/screens/first-steps.ts';
import { peopleTexts } from '#texts/screens/people.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { count } from '#ui/format/figures-and-times.ts';
import { inUnit } from '#ui/format/measured.ts';
import { usePrinting } from '#ui/format/use-printing.ts';
import { Table, type Column } from '#ui/grid/Table.tsx';
import type { Shown } from '#ui/naming/use-named-rows.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { fieldColumns, NameField } from './NameField.tsx';
import { usePastedOrDropped } from './use-brought.ts';
import { useSaveCell } from './use-save-cell.ts';
import classes from './FirstSteps.module.css';

/** About as many as a manager knows by heart. */
const MAX = 5;

export interface UnnamedPanelProps {
  /** All rows, the unnamed ones first, by hours. */
  readonly people: readonly NamedRow[];
  readonly objects: readonly NamedRow[];
}

export function UnnamedPanel({ people, objects }: UnnamedPanelProps) {
  const [source, setSource] = usePastedOrDropped();
  const [problem, setProblem] = useState<string>();
  const counts = [people, objects].map((rows) => rows.filter(({ name }) => name === undefined).length);
  const [unnamedPeople = 0, unnamedObjects = 0] = counts;
  const areClients = objects.every(({ kind }) => kind === 'company');
  return (
    <Panel className={classes.unnamed}>
      <section aria-label={texts.label} data-testid="unnamed">
        <Group justify="space-between" wrap="nowrap">
          <h2>{texts.title(unnamedPeople, unnamedObjects, areClients, count)}</h2>
          <Button leftSection={<IconFileImport size={14} aria-hidden />} onClick={() => setSource({})}>
            {texts.paste}
          </Button>
        </Group>
        <div className={classes.both}>
          <Largest kinds="people" rows={people} onProblem={setProblem} />
          <Largest kinds="objects" rows={objects} onProblem={setProblem} />
        </div>
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
        {source && (
          <ImportDialog key={source.file?.name ?? source.text} source={source} onClose={() => setSource(undefined)} />
        )}
      </section>
    </Panel>
  );
}

interface LargestProps {
  readonly kinds: Shown;
  readonly rows: readonly NamedRow[];
  readonly onProblem: (problem: string | undefined) => void;
}

const toRowKey = ({ kind, id }: NamedRow) => `${kind}:${id}`;

function Largest({ kinds, rows, onProblem }: LargestProps) {
  const printing = usePrinting();
  const save = useSaveCell();
  const table = useRef<HTMLDivElement>(null);
  const listed = useListed(rows);
  if (listed.length === 0) return null;
  const move = (from: number, step: number) => {
    const field = table.current?.querySelectorAll<HTMLInputElement>('[data-column="name"]')[from + step];
    field?.focus();
    field?.select();
  };
  const columns: Column<NamedRow>[] = [
    {
      id: peopleTexts[kinds],
      isRowHead: true,
      renderCell: ({ kind, id }) => nameByKind({ type: kind, id }),
    },
    {
      id: peopleTexts.heads.hours,
      isNumber: true,
      renderCell: ({ hours }) => inUnit('hours', hours, printing),
    },
    ...fieldColumns[kinds]
      .filter(({ name }) => name === 'name' || name === 'client')
      .map((column) => ({
        id: peopleTexts.heads[column.name],
        renderCell: (row: NamedRow, at: number) => (
          <NameField
            row={row}
            column={column}
            onSave={(text, options) => save(row, column.name, text, options)}
            onProblem={onProblem}
            onMove={(step) => move(at, step)}
          />
        ),
      })),
  ];
  return (
    <div ref={table}>
      <Table columns={columns} rows={listed} row={{ toKey: toRowKey }} data-testid={`unnamed-${kinds}`} />
    </div>
  );
}

/** Keeps the listed rows until all of them have names, so that the next one to fill is the one below. */
function useListed(rows: readonly NamedRow[]): readonly NamedRow[] {
  const [keys, setKeys] = useState<readonly string[]>([]);
  const listed = keys.flatMap((key) => rows.find((row) => toRowKey(row) === key) ?? []);
  const next = rows.filter(({ name }) => name === undefined).slice(0, MAX);
  if (next.length > 0 && listed.every(({ name }) => name !== undefined)) setKeys(next.map(toRowKey));
  return listed;
}
