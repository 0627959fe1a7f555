/** The records behind the rows in view, a block at a time: what was scrolled past is not asked for. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Input, RecordRow } from '#contract/api.ts';
import { recordsBlock } from '#ui/data/queries.ts';

export const BLOCK = 100;
/** A scroll that goes on after this long has passed by the rows. */
const PASSED_MS = 40;

export type RecordAt = (index: number) => RecordRow | undefined;

/** @param question of the rows, without where they begin. @param first block's rows, which are asked for in any case */
export function useRecordRows(
  question: Omit<Input<'records.page'>, 'offset' | 'limit'>,
  first: readonly RecordRow[] | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): RecordAt {
  const [blocks] = useDebouncedValue(
    `${Math.max(1, Math.floor(from / BLOCK))}-${Math.floor(Math.max(0, to) / BLOCK)}`,
    PASSED_MS,
  );
  const numbers = useMemo(() => listBlocks(blocks), [blocks]);
  const answers = useQueries({
    queries: numbers.map((number) => recordsBlock({ ...question, offset: number * BLOCK, limit: BLOCK })),
    combine: useCallback(
      (all: readonly { readonly data?: { readonly rows: RecordRow[] } | undefined }[]) =>
        all.map(({ data }) => data?.rows),
      [],
    ),
  });
  return useCallback(
    (index) => {
      const number = Math.floor(index / BLOCK);
      const rows = number === 0 ? first : answers[numbers.indexOf(number)];
      return rows?.[index % BLOCK];
    },
    [first, answers, numbers],
  );
}

function listBlocks(text: string): number[] {
  const [from = 1, to = 0] = text.split('-').map(Number);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
