/**
 * The journal's testimony once more, in a small file beside it: a file that lost its end, or an older one put back, says nothing about
 * what it lacks, and only something outside can tell.
 */
import { openWitnessFile, readNote } from '../../host/manifest-file.ts';
import { readTestimony, testimonyRow, type Testimony } from '../tables/testimony.ts';

export interface Witness {
  /** Durable when it returns. */
  note(testimony: Testimony): void;
  close(): void;
}

/** @returns undefined when nothing readable is there: only evidence of a loss counts as a loss. */
export function readWitness(path: string): Testimony | undefined {
  try {
    const row: unknown = JSON.parse(readNote(path) ?? '');
    return typeof row === 'object' && row !== null ? readTestimony({ ...row }) : undefined;
  } catch {
    return undefined;
  }
}

/** @param path of the journal, which is open */
export function openWitness(path: string): Witness {
  const file = openWitnessFile(path);
  return {
    note: (testimony) => file.note(JSON.stringify(testimonyRow(testimony))),
    close: () => file.close(),
  };
}
