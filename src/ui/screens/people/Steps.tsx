/** The steps from a new connection to the first report: download, name the largest ids, open a report. */
import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { IconCheck, IconFileImport, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { DataStatus } from '#contract/api.ts';
import { formatShareOfHours, type NamedRow } from '#domain/people/named-rows.ts';
import { firstStepsTexts as texts, unnamedTexts } from '#texts/screens/first-steps.ts';
import { dataStatus } from '#ui/data/queries.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { type Shown, useNamedRows } from '#ui/naming/use-named-rows.ts';
import { paths } from '#ui/routing/paths.ts';
import { emptyView, toPresetAddress } from '#ui/routing/view-state.ts';
import { nameByKind } from '#domain/reports/keys/key-text.ts';
import { peopleTexts } from '#texts/screens/people.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { formatAs } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { type Column, Table } from '#ui/grid/Table.tsx';
import classes from './FirstSteps.module.css';
import { ImportDialog } from './ImportDialog.tsx';
import { fieldColumns, NameField } from './NameField.tsx';
import { usePastedOrDropped } from './use-pasted-or-dropped.ts';
import { useSaveCell } from './use-save-cell.ts';

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
    <Panel className="screen-only" style={{ flex: 'none' }}>
      <Box component="section" py="md" px="lg" aria-label={unnamedTexts.label} data-testid="unnamed">
        <Group justify="space-between" wrap="nowrap">
          <Text component="h2" inherit fz="sm" fw={600}>
            {unnamedTexts.title(unnamedPeople, unnamedObjects, areClients, count)}
          </Text>
          <Button leftSection={<IconFileImport size={14} aria-hidden />} onClick={() => setSource({})}>
            {unnamedTexts.paste}
          </Button>
        </Group>
        <div className={classes.both}>
          <Largest kinds="people" rows={people} onProblem={setProblem} />
          <Largest kinds="objects" rows={objects} onProblem={setProblem} />
        </div>
        <p role="alert" className="problem">
          {problem}
        </p>
        {source && (
          <ImportDialog key={source.file?.name ?? source.text} source={source} onClose={() => setSource(undefined)} />
        )}
      </Box>
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
  const printing = usePrintSettings();
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
      isRowHeader: true,
      renderCell: ({ kind, id }) => nameByKind({ type: kind, id }),
    },
    {
      id: peopleTexts.heads.hours,
      isNumber: true,
      renderCell: ({ hours }) => formatAs('hours', hours, printing),
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

interface StepsProps {
  /** Shows the largest unnamed ids with fields for their names. */
  readonly hasNames: boolean;
  readonly onClose: () => void;
}

export function Steps({ hasNames, onClose }: StepsProps) {
  const { data: status } = useQuery(dataStatus);
  const people = useNamedRows('people').rows;
  const objects = useNamedRows('objects').rows;
  if (!status || !people || !objects) return null;
  const all = [...people, ...objects];
  const named = all.filter((row) => row.name !== undefined);
  const hasRecords = status.records > 0;
  // Every record is here and every id has a name, so no step remains.
  if (status.complete && hasRecords && named.length === all.length) return null;
  const isNamed = named.length >= Math.min(ENOUGH_NAMES, all.length) && hasRecords;
  return (
    <>
      <Panel className="screen-only" style={{ flex: 'none' }}>
        <Group
          component="section"
          gap="sm"
          align="flex-start"
          wrap="nowrap"
          py="md"
          px="lg"
          aria-label={texts.title}
          data-testid="first-steps"
        >
          <ol className={classes.list}>
            <Step number={1} title={texts.download.title} isDone={status.complete} isNext={!hasRecords}>
              <p>{describeDownload(status)}</p>
            </Step>
            <Step number={2} title={texts.names.title} isDone={isNamed} isNext={hasRecords && !isNamed}>
              <p>
                {hasRecords
                  ? texts.names.now(count(named.length), count(all.length), formatShareOfHours(named, all))
                  : texts.names.before}
              </p>
              {hasRecords && (
                <>
                  <Button component={Link} href={paths.people} variant={isNamed ? 'default' : 'filled'}>
                    {texts.names.action}
                  </Button>
                  <Button component={Link} href={`${paths.people}?show=objects`}>
                    {texts.names.more}
                  </Button>
                </>
              )}
            </Step>
            <Step number={3} title={texts.report.title} isDone={false} isNext={isNamed}>
              <p>{texts.report.detail}</p>
              {hasRecords && (
                <Button
                  component={Link}
                  href={toPresetAddress('clients', emptyView)}
                  variant={isNamed ? 'filled' : 'default'}
                  // Opening a report with names completes the last step.
                  onClick={() => isNamed && onClose()}
                >
                  {texts.report.action}
                </Button>
              )}
            </Step>
          </ol>
          <ActionIcon variant="subtle" size="sm" aria-label={texts.close} onClick={onClose}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      </Panel>
      {hasNames && hasRecords && named.length < all.length && <UnnamedPanel people={people} objects={objects} />}
    </>
  );
}

function describeDownload({ records, complete }: DataStatus): string {
  if (records === 0) return texts.download.before;
  return complete ? texts.download.after(count(records)) : texts.download.soFar(count(records));
}

/** The number of names that makes the first report useful. */
const ENOUGH_NAMES = 3;

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isNext: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, isDone, isNext, children }: StepProps) {
  return (
    <Text component="li" inherit className={classes.step} c="var(--ink-2)" aria-current={isNext ? 'step' : undefined}>
      <Group component="h2" gap="sm" wrap="nowrap" c="var(--ink)" fz="sm" fw={600}>
        <span className={classes.number} data-done={isDone || undefined}>
          {isDone ? <IconCheck size={12} aria-label={texts.done} /> : number}
        </span>
        {title}
      </Group>
      <Group className={classes.detail} gap="sm" mt="xs" ml={28} fz="xs">
        {children}
      </Group>
    </Text>
  );
}
