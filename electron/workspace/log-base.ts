/**
 * Maintains the base of the change log, a file of all records as of one merge from which the records of a lost store are known, and removes
 * merges that are older than the setting allows.
 */
import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { Settings } from '#domain/settings.ts';
import { hashFile } from '#electron/exports/placed-file.ts';
import { recordKinds, type Merge } from '#electron/history/change-log.ts';
import { baseColumns, type FormerRecords } from '#electron/snapshot/base.ts';
import type { CurrentLog } from './log-in-use.ts';

/** The prefix of the base's file name. */
const PREFIX = 'base-';
/** Applying this many changes to the base takes next to no time. */
const FEW_CHANGES = 20_000;
const MONTH = 30 * 86_400_000;

interface BaseParts {
  readonly directory: string;
  readonly settings: () => Settings;
  readonly now: () => number;
}

export function createBase(currentLog: CurrentLog, { directory, settings, now }: BaseParts) {
  const toBasePath = (merge: number) => join(directory, `${PREFIX}${merge}.parquet`);
  /** @returns the base with the number of records changed since; undefined if it cannot be used */
  const findBase = () => {
    const merges = currentLog.list();
    const base = currentLog.log.base();
    if (base?.columns !== baseColumns) return undefined;
    const since = merges.filter(({ number, kind }) => number > base.merge && recordKinds.includes(kind));
    if (since.some(({ kind }) => kind === 'unknown')) return undefined;
    const changed = since.reduce((sum, { counts }) => sum + counts.appeared + counts.changed + counts.vanished, 0);
    return { ...base, path: toBasePath(base.merge), changed };
  };
  /** @returns the records of the last merge; undefined if they are lost */
  const findFormerRecords = async (last: number): Promise<FormerRecords | undefined> => {
    try {
      const base = findBase();
      if (!base || (await hashFile(base.path)) !== base.sha256) return undefined;
      const { log } = currentLog;
      const changes = function* () {
        for (const { differences } of log.differences(base.merge, last, recordKinds)) yield differences;
      };
      // Damage must show here, not while the records are compared.
      for (const differences of changes()) void differences;
      return { path: base.path, changes };
    } catch {
      return undefined;
    }
  };
  /** Finds the merge with which the period of the setting begins; undefined if nothing is to be removed. */
  const findRetentionStart = (): Merge | undefined => {
    const { historyMonths: months } = settings();
    if (months === null) return undefined;
    const start = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO('UTC').subtract({ months });
    const merges = currentLog.list().filter(({ kind }) => recordKinds.includes(kind));
    const since = merges.findIndex(({ seenAt }) => Date.parse(seenAt) > start.epochMilliseconds);
    const [first, last] = [merges[since], merges.at(-1)].map((merge) => Date.parse(merge?.seenAt ?? ''));
    // The clock may have been wrong for some days, so that refreshes of a few days alone make nothing old.
    return Math.abs(Number(last) - Number(first)) > MONTH ? merges[since - 1] : undefined;
  };
  /** Keeps the merges that the base depends on. */
  const removeOldMerges = async () => {
    try {
      const start = findRetentionStart()?.number;
      if (start === undefined) return;
      const { log } = currentLog;
      const { historyMonths } = settings();
      const mayRemove = () =>
        log === currentLog.log && !currentLog.hasUnfinishedMerge && settings().historyMonths === historyMonths;
      const before = Math.min(start, log.base()?.merge ?? start);
      // One at a time, so that nothing waits for long.
      while (mayRemove() && log.removeOldest(before)) await setImmediate();
    } catch {
      // The next merge or opening tries again.
    }
  };
  const renewBase = async (number: number | undefined, total: number, write: () => Promise<string>) => {
    try {
      const base = findBase();
      const isLate = base && base.merge < (findRetentionStart()?.number ?? 0);
      if (
        number === undefined ||
        number !== currentLog.carried ||
        (base && !isLate && existsSync(base.path) && base.changed <= Math.max(FEW_CHANGES, total / 2))
      )
        return;
      const draftPath = await write();
      const sha256 = await hashFile(draftPath);
      await rename(draftPath, toBasePath(number));
      currentLog.log.saveBase({ merge: number, sha256, columns: baseColumns });
      for (const name of readdirSync(directory))
        if (name.startsWith(PREFIX) && join(directory, name) !== toBasePath(number)) await rm(join(directory, name));
    } catch {
      // Without it, what changed before a lost store was downloaded again is unknown; the next merge tries again.
    }
  };
  return { findFormerRecords, removeOldMerges, renewBase };
}
