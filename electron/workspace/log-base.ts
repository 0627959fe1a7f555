/**
 * The base of the change log, which is a file of all records as they were at one merge, and how long the log remembers what was before. With
 * the base, records are known whose store is lost.
 */
import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { Settings } from '#domain/settings.ts';
import { hashFile } from '#electron/exports/placed-file.ts';
import { kindsOfRecords, type Merge } from '#electron/history/change-log.ts';
import { baseColumns, type FormerRecords } from '#electron/snapshot/base.ts';
import type { LogInUse } from './log-in-use.ts';

/** How the name of the base begins. */
const BASE = 'base-';
/** So many changes since the base take no time to be applied to it. */
const FEW = 20_000;
const MONTH = 30 * 86_400_000;

interface BaseParts {
  readonly directory: string;
  readonly settings: () => Settings;
  readonly now: () => number;
}

export function createBase(inUse: LogInUse, { directory, settings, now }: BaseParts) {
  const toBasePath = (merge: number) => join(directory, `${BASE}${merge}.parquet`);
  /** The base, where it is of use for what follows, with how many records were changed since. */
  const findBase = () => {
    const merges = inUse.list();
    const base = inUse.log.base();
    if (base?.columns !== baseColumns) return undefined;
    const since = merges.filter(({ number, kind }) => number > base.merge && kindsOfRecords.includes(kind));
    if (since.some(({ kind }) => kind === 'unknown')) return undefined;
    const changed = since.reduce((sum, { counts }) => sum + counts.appeared + counts.changed + counts.vanished, 0);
    return { ...base, path: toBasePath(base.merge), changed };
  };
  /** @returns the records of the last merge; undefined where they are lost */
  const findFormer = async (last: number): Promise<FormerRecords | undefined> => {
    try {
      const base = findBase();
      if (!base || (await hashFile(base.path)) !== base.sha256) return undefined;
      const { log } = inUse;
      const changes = function* () {
        for (const { differences } of log.differences(base.merge, last, kindsOfRecords)) yield differences;
      };
      // Damage shows here, and not while the records are compared.
      for (const differences of changes()) void differences;
      return { path: base.path, changes };
    } catch {
      return undefined;
    }
  };
  /** The first moment of which the setting wants to know; undefined where nothing is to be removed. */
  const findBegin = (): Merge | undefined => {
    const { historyMonths: months } = settings();
    if (months === null) return undefined;
    const begin = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO('UTC').subtract({ months });
    const merges = inUse.list().filter(({ kind }) => kindsOfRecords.includes(kind));
    const since = merges.findIndex(({ seenAt }) => Date.parse(seenAt) > begin.epochMilliseconds);
    const [first, last] = [merges[since], merges.at(-1)].map((merge) => Date.parse(merge?.seenAt ?? ''));
    // The clock may have been wrong for some days, so that refreshes of a few days alone make nothing old.
    return Math.abs(Number(last) - Number(first)) > MONTH ? merges[since - 1] : undefined;
  };
  /** What the base rests on stays. */
  const removeOld = async () => {
    try {
      const begin = findBegin()?.number;
      if (begin === undefined) return;
      const { log } = inUse;
      const { historyMonths } = settings();
      const mayRemove = () => log === inUse.log && !inUse.hasHalf && settings().historyMonths === historyMonths;
      const before = Math.min(begin, log.base()?.merge ?? begin);
      // One at a time, so that nothing waits for long.
      while (mayRemove() && log.removeOldest(before)) await setImmediate();
    } catch {
      // The next merge or opening tries again.
    }
  };
  const keepBase = async (number: number | undefined, total: number, write: () => Promise<string>) => {
    try {
      const base = findBase();
      const isLate = base && base.merge < (findBegin()?.number ?? 0);
      if (
        number === undefined ||
        number !== inUse.carried ||
        (base && !isLate && existsSync(base.path) && base.changed <= Math.max(FEW, total / 2))
      )
        return;
      const written = await write();
      const sha256 = await hashFile(written);
      await rename(written, toBasePath(number));
      inUse.log.saveBase({ merge: number, sha256, columns: baseColumns });
      for (const name of readdirSync(directory))
        if (name.startsWith(BASE) && join(directory, name) !== toBasePath(number)) await rm(join(directory, name));
    } catch {
      // Without it, what changed before a lost store was downloaded again is unknown; the next merge tries again.
    }
  };
  return { findFormer, removeOld, keepBase };
}
