/** Reads ids from a dropped CSV or XLSX file. Their column is guessed and can be changed. */
import { useState } from 'react';
import { findIdColumn } from '#domain/lookup/pasted-ids.ts';
import type { TableLine } from '#domain/csv.ts';
import { readTableFile } from '#ui/read-table.ts';
import { useDroppedFile } from '#ui/use-dropped-file.ts';

export interface DroppedIds {
  readonly name: string;
  readonly lines: readonly TableLine[];
  readonly column: number;
}

export interface DroppedIdsState {
  readonly dropped: DroppedIds | undefined;
  /** The reason why the file cannot be read. */
  readonly problem: string | undefined;
  readonly choose: (column: number) => void;
  readonly forget: () => void;
}

/** @param take called with the column's cells, one per line */
export function useDroppedIds(take: (text: string) => void): DroppedIdsState {
  const [dropped, setDropped] = useState<DroppedIds>();
  const [problem, setProblem] = useState<string>();
  const show = (next: DroppedIds) => {
    setDropped(next);
    take(next.lines.map(({ cells }) => cells[next.column] ?? '').join('\n'));
  };
  const read = async (file: File) => {
    const answer = await readTableFile(file);
    setProblem(answer.ok ? undefined : answer.problem);
    const lines = answer.ok ? (answer.sheets[0]?.lines ?? []) : [];
    if (answer.ok) show({ name: file.name, lines, column: findIdColumn(lines) });
  };
  useDroppedFile((file) => void read(file));
  return {
    dropped,
    problem,
    choose: (column) => dropped && show({ ...dropped, column }),
    forget: () => {
      setDropped(undefined);
      setProblem(undefined);
    },
  };
}
