/** Opens the files of a workspace's past. One that is damaged, or that lacks steps known to the journal, is quarantined. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppFailure, fail } from '#contract/errors.ts';
import { headSchema, openClosings, type ClosingsStore } from '#electron/history/closings-store.ts';
import type { Journal } from '#electron/journal/journal.ts';

const QUARANTINED = /^(?:changes|sent|closings)\.damaged-/;
export const listQuarantined = (directory: string) => readdirSync(directory).filter((name) => QUARANTINED.test(name));

/**
 * A damaged file of the past does not keep its workspace from opening: it is quarantined, never deleted, and a new one is begun.
 * @param probe reads what every opening needs from the file
 */
export function openOrQuarantine<File extends { close(): void }>(
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
    quarantineFile(path, at);
    return open(path);
  }
}

const CLOSINGS_HEAD = 'closings.head';
/** `isAside`: a file with at least these steps was quarantined, and no file with this head has replaced it yet. */
const knownHeadSchema = headSchema.extend({ isAside: z.boolean() });

/** The journal stores the last step, so that a file with steps removed is detected and quarantined like a damaged one. */
export function openKnownClosings(path: string, at: string, journal: Journal): ClosingsStore {
  // The entry of a damaged journal is no reason to quarantine a sound file.
  const known = journal.damage ? undefined : journal.setting(CLOSINGS_HEAD, knownHeadSchema);
  const hasQuarantined = () => listQuarantined(dirname(path)).some((name) => name.startsWith('closings.'));
  const closings = openOrQuarantine(path, at, openClosings, (opened) => {
    const isBegun = opened.head().steps === 0 && (known?.isAside === true || hasQuarantined());
    if (known && opened.lacks(known) && !isBegun) fail({ code: 'file-damaged', detail: path });
  });
  const note = (read: () => z.output<typeof knownHeadSchema>) => {
    try {
      if (!journal.damage) journal.saveSetting(CLOSINGS_HEAD, read());
    } catch {
      // The steps are stored, and the next opening saves their head.
    }
  };
  const head = { ...closings.head(), isAside: false };
  // Any copy that replaces a quarantined file is compared with its head, until a person moves the quarantined file elsewhere.
  const next = known && hasQuarantined() && closings.lacks(known) ? { ...known, isAside: true } : head;
  // A restored copy of the journal knows fewer steps than there are, which is not damage.
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
export function quarantineFile(path: string, at: string): void {
  const findFreePath = (attempt: number): string => {
    const candidate = path.replace(
      /\.sqlite$/,
      `.damaged-${at.replaceAll(/[:.]/g, '-')}${attempt ? `-${attempt}` : ''}.sqlite`,
    );
    return existsSync(candidate) ? findFreePath(attempt + 1) : candidate;
  };
  const quarantinedPath = findFreePath(0);
  for (const part of ['', '-wal', '-shm']) if (existsSync(path + part)) renameSync(path + part, quarantinedPath + part);
}
