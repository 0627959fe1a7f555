/** The list that is being imported: its lines, what each column is, and what it would change. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { chooseByHand, chooseSheet, listUnread, planImport, type ImportPlan } from '#domain/people/import-plan.ts';
import { collectKnownIds } from '#domain/people/list-columns.ts';
import { listEntryChanges, type EntryChange } from '#domain/people/directory.ts';
import { guessColumns, type ColumnAnswers, type TableReading } from '#domain/people/list-columns.ts';
import type { ListField } from '#domain/people/list-heads.ts';
import type { TableFile, TableLine, TableSheet } from '#domain/csv.ts';
import { failureText } from '#ui/data/client.ts';
import { names, recordedIds, useWorkspace } from '#ui/data/queries.ts';
import { fromTyped } from '#ui/filters/typed-operand.ts';
import { keepNewest, readTableFile, readTableText } from '#ui/tables/read-table.ts';

export interface ImportTable {
  readonly sheets: readonly TableSheet[];
  /** Which of them is read. */
  readonly sheetAt: number;
  readonly lines: readonly TableLine[];
  readonly reading: TableReading;
  readonly kind: string | undefined;
  /** False: what is typed is no day, and nothing is to be saved. */
  readonly isDated: boolean;
  readonly plan: ImportPlan;
  /** What it does to each entry; those that stay as they are among them. */
  readonly entries: readonly EntryChange[];
  /** Columns that hold something and are not read. */
  readonly unread: readonly string[];
  /** Title of the newest record of an id. */
  readonly findTitle: (kind: string, id: string) => string | null;
}

export interface ImportTableState {
  readonly table: ImportTable | undefined;
  /** Why it cannot be read. */
  readonly problem: string | undefined;
  readonly readText: (text: string) => void;
  readonly readFile: (file: File) => void;
  readonly chooseSheet: (at: number) => void;
  readonly chooseColumn: (at: number, column: ListField | undefined) => void;
  /** They are as they were guessed. */
  readonly confirmColumns: () => void;
  readonly chooseHead: (hasHead: boolean) => void;
  /** Undefined: each line is of what the records say. */
  readonly chooseKind: (kind: string | undefined) => void;
  /** From when weekly hours hold, as it is typed. */
  readonly hoursFrom: string;
  readonly typeHoursFrom: (typed: string) => void;
  readonly clear: () => void;
}

/** What a person has said instead of what was guessed. */
interface Said extends Pick<ColumnAnswers, 'byHand' | 'kind'> {
  readonly sheetAt?: number;
  readonly hasHead?: boolean;
  readonly hoursFrom?: string;
}

export function useImportTable(): ImportTableState {
  const { zone } = useWorkspace();
  const { data: directory } = useQuery(names);
  const { data: recorded, error } = useQuery(recordedIds);
  const [file, setFile] = useState<TableFile>();
  const [said, setSaid] = useState<Said>({});
  const known = useMemo(() => directory && recorded && collectKnownIds(recorded.ids, directory), [directory, recorded]);
  const titles = useMemo(
    () => new Map(recorded?.ids.map(({ kind, id, title }) => [`${kind}:${id}`, title])),
    [recorded],
  );
  const sheets = file?.ok ? file.sheets : undefined;
  const sheetAt = useMemo(
    () => said.sheetAt ?? (sheets && known ? chooseSheet(sheets, known) : 0),
    [said.sheetAt, sheets, known],
  );
  const lines = sheets?.[sheetAt]?.lines;
  const table = useMemo(() => {
    if (!sheets || !lines || !known || !directory) return undefined;
    const { byHand, kind } = said;
    const guessed = guessColumns(lines, known, { byHand, kind });
    const { hasHead = guessed.headAt >= 0 } = said;
    const reading = { ...guessed, headAt: hasHead ? Math.max(0, guessed.headAt) : -1 };
    const day = fromTyped(said.hoursFrom ?? '', 'date', zone);
    const hoursFrom = day.ok && day.value !== '' ? day.value : undefined;
    const plan = planImport(lines, reading, { directory, known, kind, hoursFrom });
    const findTitle = (of: string, id: string) => titles.get(`${of}:${id}`) ?? null;
    const entries = listEntryChanges(directory, plan.change);
    const unread = listUnread(lines, reading);
    return { sheets, sheetAt, lines, reading, kind, isDated: day.ok, plan, entries, unread, findTitle };
  }, [sheets, sheetAt, lines, known, directory, said, titles, zone]);
  const [readings] = useState(() =>
    keepNewest((read: TableFile) => {
      setFile(read);
      setSaid({});
    }),
  );
  const say = (more: Said) => setSaid((before) => ({ ...before, ...more }));
  const clear = () => {
    readings.leave();
    setFile(undefined);
    setSaid({});
  };
  return {
    table,
    problem: file?.ok === false ? file.problem : file && error ? failureText(error).sentence : undefined,
    readText: (text) => void (text.trim() === '' ? clear() : readings.take(readTableText(text))),
    readFile: (chosen) => void readings.take(readTableFile(chosen)),
    chooseSheet: (at) => setSaid({ sheetAt: at }),
    chooseColumn: (at, column) => say({ byHand: chooseByHand(said.byHand, at, column) }),
    confirmColumns: () => say({ byHand: new Map(table?.reading.columns.entries()) }),
    chooseHead: (hasHead) => say({ hasHead }),
    chooseKind: (kind) => say({ kind }),
    hoursFrom: said.hoursFrom ?? '',
    typeHoursFrom: (hoursFrom) => say({ hoursFrom }),
    clear,
  };
}
