/** The state of an import: the table's lines, the meaning of its columns, and the changes it would make. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { chooseByHand, chooseSheet, listUnread, planImport, type ImportPlan } from '#domain/people/import-plan.ts';
import { collectKnownIds, guessColumns, type ColumnAnswers, type TableReading } from '#domain/people/list-columns.ts';
import { listEntryChanges, type EntryChange } from '#domain/people/directory.ts';
import type { ListField } from '#domain/people/list-heads.ts';
import type { TableFile, TableLine, TableSheet } from '#domain/csv.ts';
import { explainFailure } from '#ui/data/client.ts';
import { names, recordedIds, useWorkspace } from '#ui/data/queries.ts';
import { fromTyped } from '#ui/filters/typed-operand.ts';
import { keepNewest, readTableFile, readTableText } from '#ui/read-table.ts';

export interface ImportTable {
  readonly sheets: readonly TableSheet[];
  /** The index of the sheet that is read. */
  readonly sheetAt: number;
  readonly lines: readonly TableLine[];
  readonly reading: TableReading;
  readonly kind: string | undefined;
  /** False if the typed day is invalid, so that nothing can be saved. */
  readonly isDated: boolean;
  readonly plan: ImportPlan;
  /** The effect on each entry, including unchanged ones. */
  readonly entries: readonly EntryChange[];
  /** Columns with values that are not read. */
  readonly unread: readonly string[];
  /** Finds the title of the newest record of an id. */
  readonly findTitle: (kind: string, id: string) => string | null;
}

export interface ImportTableState {
  readonly table: ImportTable | undefined;
  /** The reason why the table cannot be read. */
  readonly problem: string | undefined;
  readonly readText: (text: string) => void;
  readonly readFile: (file: File) => void;
  readonly chooseSheet: (at: number) => void;
  readonly chooseColumn: (at: number, column: ListField | undefined) => void;
  readonly confirmColumns: () => void;
  readonly chooseHead: (hasHead: boolean) => void;
  /** With undefined, the records determine the kind of each line. */
  readonly chooseKind: (kind: string | undefined) => void;
  /** The typed day from which weekly hours apply. */
  readonly hoursFrom: string;
  readonly typeHoursFrom: (typed: string) => void;
  readonly clear: () => void;
}

interface Corrections extends Pick<ColumnAnswers, 'byHand' | 'kind'> {
  readonly sheetAt?: number;
  readonly hasHead?: boolean;
  readonly hoursFrom?: string;
}

export function useImportTable(): ImportTableState {
  const { zone } = useWorkspace();
  const { data: directory } = useQuery(names);
  const { data: recorded, error } = useQuery(recordedIds);
  const [file, setFile] = useState<TableFile>();
  const [corrections, setCorrections] = useState<Corrections>({});
  const known = useMemo(() => directory && recorded && collectKnownIds(recorded.ids, directory), [directory, recorded]);
  const titles = useMemo(
    () => new Map(recorded?.ids.map(({ kind, id, title }) => [`${kind}:${id}`, title])),
    [recorded],
  );
  const sheets = file?.ok ? file.sheets : undefined;
  const sheetAt = useMemo(
    () => corrections.sheetAt ?? (sheets && known ? chooseSheet(sheets, known) : 0),
    [corrections.sheetAt, sheets, known],
  );
  const lines = sheets?.[sheetAt]?.lines;
  const table = useMemo(() => {
    if (!sheets || !lines || !known || !directory) return undefined;
    const { byHand, kind } = corrections;
    const guessed = guessColumns(lines, known, { byHand, kind });
    const { hasHead = guessed.headerIndex >= 0 } = corrections;
    const reading = { ...guessed, headerIndex: hasHead ? Math.max(0, guessed.headerIndex) : -1 };
    const day = fromTyped(corrections.hoursFrom ?? '', 'date', zone);
    const hoursFrom = day.ok && day.value !== '' ? day.value : undefined;
    const plan = planImport(lines, reading, { directory, known, kind, hoursFrom });
    const findTitle = (of: string, id: string) => titles.get(`${of}:${id}`) ?? null;
    const entries = listEntryChanges(directory, plan.change);
    const unread = listUnread(lines, reading);
    return { sheets, sheetAt, lines, reading, kind, isDated: day.ok, plan, entries, unread, findTitle };
  }, [sheets, sheetAt, lines, known, directory, corrections, titles, zone]);
  const [readings] = useState(() =>
    keepNewest((read: TableFile) => {
      setFile(read);
      setCorrections({});
    }),
  );
  const correct = (more: Corrections) => setCorrections((before) => ({ ...before, ...more }));
  const clear = () => {
    readings.cancel();
    setFile(undefined);
    setCorrections({});
  };
  return {
    table,
    problem: file?.ok === false ? file.problem : file && error ? explainFailure(error).sentence : undefined,
    readText: (text) => void (text.trim() === '' ? clear() : readings.take(readTableText(text))),
    readFile: (chosen) => void readings.take(readTableFile(chosen)),
    chooseSheet: (at) => setCorrections({ sheetAt: at }),
    chooseColumn: (at, column) => correct({ byHand: chooseByHand(corrections.byHand, at, column) }),
    confirmColumns: () => correct({ byHand: new Map(table?.reading.columns.entries()) }),
    chooseHead: (hasHead) => correct({ hasHead }),
    chooseKind: (kind) => correct({ kind }),
    hoursFrom: corrections.hoursFrom ?? '',
    typeHoursFrom: (hoursFrom) => correct({ hoursFrom }),
    clear,
  };
}
