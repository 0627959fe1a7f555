/** When what waits for the quota's reset begins: by the clock on the wall, however the computer slept, and beyond the program's end. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createScheduledResume,
  type ScheduledResume,
  type PlannedResume,
} from '#electron/features/scheduled-resume.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 20, 18);

let preferences: Journal;
/** The clock on the wall; it runs on while a computer sleeps, its timers do not. */
let slept: number;
let later: ScheduledResume;
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  slept = 0;
  preferences = openJournal(':memory:');
  later = createScheduledResume(preferences, () => Date.now() + slept);
});
afterEach(() => {
  preferences.close();
  vi.useRealTimers();
});

const planned = (hours: number): PlannedResume => ({
  at: new Date(START + hours * HOUR).toISOString(),
  dueMs: START + hours * HOUR,
  wish: { list: false },
});

describe('what goes on by itself', () => {
  it('begins once, when it is due and not before', () => {
    const begin = vi.fn<() => void>();
    later.plan(planned(6), begin);
    vi.advanceTimersByTime(6 * HOUR - 1_000);
    expect([begin.mock.calls.length, later.at()]).toEqual([0, '2026-11-21T00:00:00.000Z']);
    vi.advanceTimersByTime(2_000);
    expect([begin.mock.calls.length, later.at()]).toEqual([1, null]);
    vi.advanceTimersByTime(24 * HOUR);
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('begins within a minute of waking where the computer slept through its time', () => {
    const begin = vi.fn<() => void>();
    later.plan(planned(6), begin);
    vi.advanceTimersByTime(HOUR);
    slept = 13 * HOUR;
    vi.advanceTimersByTime(60_000);
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('begins after the time it was to wait though the clock was set back meanwhile', () => {
    const begin = vi.fn<() => void>();
    later.plan(planned(6), begin);
    slept = -30 * HOUR;
    vi.advanceTimersByTime(6 * HOUR + 1_000);
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('is the plan made last, and only that', () => {
    const [begin, beginLater] = [vi.fn<() => void>(), vi.fn<() => void>()];
    later.plan(planned(6), begin);
    later.plan(planned(7), beginLater);
    vi.advanceTimersByTime(24 * HOUR);
    expect([begin.mock.calls.length, beginLater.mock.calls.length]).toEqual([0, 1]);
  });

  it('does not begin once it was dropped, or the workspace was left', () => {
    const begin = vi.fn<() => void>();
    for (const end of [() => later.cancel('a'), () => later.suspend()]) {
      later.plan(planned(6), begin);
      end();
      expect(later.at()).toBeNull();
      vi.advanceTimersByTime(24 * HOUR);
    }
    expect(begin).not.toHaveBeenCalled();
  });
});

describe('what the program’s end left', () => {
  it('is each workspace’s own, stays through leaving and goes with dropping', () => {
    later.save('a', planned(6));
    later.suspend();
    expect([later.readPlanned('a'), later.readPlanned('b')]).toEqual([planned(6), undefined]);
    later.cancel('b');
    expect(later.readPlanned('a')).toEqual(planned(6));
    later.cancel('a');
    expect(later.readPlanned('a')).toBeUndefined();
  });

  it('is not kept on a full disk, and still begins while the program is open', () => {
    const saveSetting = () => expect.fail('disk full');
    const resume = createScheduledResume({ setting: () => undefined, saveSetting }, Date.now);
    const begin = vi.fn<() => void>();
    resume.save('a', planned(6));
    resume.plan(planned(6), begin);
    vi.advanceTimersByTime(24 * HOUR);
    expect(begin).toHaveBeenCalledTimes(1);
  });

  it('is forgotten a week after its time, and due at once where its clock was days ahead', () => {
    later.save('a', planned(6));
    slept = 6 * HOUR + 7 * 24 * HOUR;
    expect(later.readPlanned('a')).toEqual(planned(6));
    slept += 1;
    expect(later.readPlanned('a')).toBeUndefined();
    slept = -80 * HOUR;
    expect(later.readPlanned('a')?.dueMs).toBe(START + slept);
  });
});
