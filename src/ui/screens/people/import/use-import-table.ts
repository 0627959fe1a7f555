/** The table that is being imported: its lines, what each column is, and what it would change. */
import { useMemo, useState } from 'react';
import {
  countHeads,
  guessColumns,
  planImport,
  type ImportPlan,
  type TableReading,
} from '../../../../domain/people/import-plan.ts';
import type { NameColumn } from '../../../../domain/people/names-line.ts';
import type { TableLine } from '../../../../domain/tables/csv.ts';
import { useNames } from '../../../names.ts';
import { readTableFile, readTableText, type ReadTable } from '../../../tables/read-table.ts';
import { useNamedRows } from '../use-named-rows.ts';

export interface ImportTable {
  readonly lines: readonly TableLine[];
  readonly reading: TableReading;
  readonly kind: string | undefined;
  readonly plan: ImportPlan;
}

export interface ImportTableState {
  readonly table: ImportTable | undefined;
  /** Why it cannot be read. */
  readonly problem: string | undefined;
  readonly readText: (text: string) => void;
  readonly readFile: (file: File) => void;
  readonly chooseColumn: (at: number, column: NameColumn | undefined) => void;
  readonly chooseHead: (hasHead: boolean) => void;
  /** Undefined: each line is of what the records say. */
  readonly chooseKind: (kind: string | undefined) => void;
  readonly clear: () => void;
}

interface Given {
  readonly lines: readonly TableLine[];
  readonly reading: TableReading;
}

export function useImportTable(): ImportTableState {
  const kinds = useKinds();
  const { directory } = useNames();
  const [given, setGiven] = useState<Given>();
  const [problem, setProblem] = useState<string>();
  const [kind, setKind] = useState<string>();
  const take = async (read: Promise<ReadTable>) => {
    const answer = await read;
    setProblem(answer.ok ? undefined : answer.problem);
    setGiven(
      answer.ok ? { lines: answer.lines, reading: guessColumns(answer.lines, (id) => kinds.has(id)) } : undefined,
    );
  };
  const table = useMemo(() => {
    if (!given) return undefined;
    const plan = planImport(given.lines, given.reading, { directory, kind, kindOf: (id) => kinds.get(id) });
    return { ...given, kind, plan };
  }, [given, directory, kind, kinds]);
  const change = (reading: Partial<TableReading>) =>
    setGiven((held) => held && { ...held, reading: { ...held.reading, ...reading } });
  return {
    table,
    problem,
    readText: (text) => void (text.trim() === '' ? setGiven(undefined) : take(readTableText(text, countHeads))),
    readFile: (file) => void take(readTableFile(file, countHeads)),
    chooseColumn: (at, column) =>
      change({
        // What another column was is not read twice.
        columns:
          given?.reading.columns.map((each, index) => (index === at ? column : each === column ? undefined : each)) ??
          [],
      }),
    chooseHead: (hasHead) => change({ hasHead }),
    chooseKind: setKind,
    clear: () => {
      setGiven(undefined);
      setProblem(undefined);
    },
  };
}

/** By id. An id that several kinds have is told apart by a column only. */
function useKinds(): ReadonlyMap<string, string> {
  const people = useNamedRows('people').rows;
  const objects = useNamedRows('objects').rows;
  return useMemo(() => {
    const kinds = new Map<string, string | undefined>();
    for (const { id, kind } of [...(people ?? []), ...(objects ?? [])]) kinds.set(id, kinds.has(id) ? undefined : kind);
    return new Map([...kinds].flatMap(([id, kind]) => (kind === undefined ? [] : [[id, kind] as const])));
  }, [people, objects]);
}
