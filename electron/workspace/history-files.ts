/** Opens the files of a workspace's past. One that is damaged, or that lacks what the journal knows of it, is set aside. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppFailure, fail } from '#contract/errors.ts';
import { headSchema, openClosings, type ClosingsStore } from '#electron/history/closings-store.ts';
import type { Journal } from '#electron/journal/journal.ts';

const SET_ASIDE = /^(?:changes|sent|closings)\.damaged-/;
export const listAside = (directory: string) => readdirSync(directory).filter((name) => SET_ASIDE.test(name));

/**
 * A damaged file of the past does not keep its workspace from opening: it is set aside, never deleted, and another is begun.
 * @param probe reads what every opening needs of it
 */
export function openOrSetAside<File extends { close(): void }>(
  path: string,
  at: string,
  open: (path: string) => File,
  probe: (file: File) => unknown,
): File {
  let opened: File | undefined;
  try {
    opened = open(path);
    probe(opened);
    return opened;
  } catch (error) {
    opened?.close();
    if (!isDamage(error, path)) throw error;
    setFileAside(path, at);
    return open(path);
  }
}

const CLOSINGS_HEAD = 'closings.head';
/** `isAside`: a file that had these steps, or more, was set aside, and none of which this is the head took its place yet. */
const knownHeadSchema = headSchema.extend({ isAside: z.boolean() });

/** The journal knows the last step, so that a file from which steps were removed is found out: it is set aside like a damaged one. */
export function openKnownClosings(path: string, at: string, journal: Journal): ClosingsStore {
  // What a damaged journal says, or one that has rotted since, is no ground to set a sound file aside.
  const known = journal.damage ? undefined : journal.setting(CLOSINGS_HEAD, knownHeadSchema);
  const isAside = () => listAside(dirname(path)).some((name) => name.startsWith('closings.'));
  const closings = openOrSetAside(path, at, openClosings, (opened) => {
    const isBegun = opened.head().steps === 0 && (known?.isAside === true || isAside());
    if (known && opened.lacks(known) && !isBegun) fail({ code: 'file-damaged', detail: path });
  });
  const note = (read: () => z.output<typeof knownHeadSchema>) => {
    try {
      if (!journal.damage) journal.saveSetting(CLOSINGS_HEAD, read());
    } catch {
      // The steps are there: the next opening notes them.
    }
  };
  const head = { ...closings.head(), isAside: false };
  // Whatever copy comes in the place of what was set aside is compared with it, until a person begins anew by moving it elsewhere.
  const next = known && isAside() && closings.lacks(known) ? { ...known, isAside: true } : head;
  // A copy of the journal that was put back knows fewer steps than there are, which is no damage.
  if ((known !== undefined || head.steps > 0) && !isDeepStrictEqual(next, known)) note(() => next);
  return {
    ...closings,
    add(after, steps) {
      closings.add(after, steps);
      note(() => ({ ...closings.head(), isAside: false }));
    },
  };
}

export const isDamage = (error: unknown, path: string) =>
  error instanceof AppFailure && error.error.code === 'file-damaged' && error.error.detail === path;

/** @param at UTC timestamp */
export function setFileAside(path: string, at: string): void {
  const free = (again: number): string => {
    const aside = path.replace(
      /\.sqlite$/,
      `.damaged-${at.replaceAll(/[:.]/g, '-')}${again ? `-${again}` : ''}.sqlite`,
    );
    return existsSync(aside) ? free(again + 1) : aside;
  };
  const aside = free(0);
  for (const part of ['', '-wal', '-shm']) if (existsSync(path + part)) renameSync(path + part, aside + part);
}
