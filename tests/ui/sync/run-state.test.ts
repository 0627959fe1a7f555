import { describe, expect, it } from 'vitest';
import type { DataStatus, Output, SyncResult } from '#contract/api.ts';
import { describeEnd, isAboutKey, findFailure, toRunState } from '#ui/sync/run-state.ts';

const status: DataStatus = {
  records: 10,
  complete: true,
  asOf: '2026-11-20T08:00:00.000Z',
  partitions: [],
  quota: { used: 0, limit: 1000, resetsAt: '2026-11-21T00:00:00.000Z' },
  anomalies: 0,
  waiting: 0,
  pending: 'nothing',
};
const sync: Output<'sync.state'> = {
  running: false,
  progress: null,
  last: null,
  paused: null,
  resumesAt: null,
  trouble: null,
};
const last: SyncResult = {
  status: 'partial',
  mode: 'download',
  requestsUsed: 3,
  recordsReceived: 400,
  records: 400,
  total: 9000,
  partitions: { sealed: 0, open: 1 },
  resumeAt: null,
  stopped: null,
  scrubLeftOut: null,
};
const wish = { full: false, audit: false, list: false, scrub: false };

describe('what is said about refreshing', () => {
  it('is that it runs, whatever else is known', () => {
    expect(toRunState({ ...status, pending: 'not-verified' }, { ...sync, running: true, paused: wish })).toEqual({
      kind: 'running',
    });
  });

  it('is that it was paused and with what it goes on, not that something was begun', () => {
    const paused = { ...wish, full: true };
    expect(toRunState({ ...status, pending: 'refresh' }, { ...sync, paused })).toEqual({
      kind: 'paused',
      request: paused,
    });
  });

  it('is when and why it goes on by itself', () => {
    const resumesAt = '2026-11-21T00:00:00.000Z';
    const stopped = { code: 'quota-exhausted' as const, resetsAt: resumesAt };
    expect(toRunState(status, { ...sync, resumesAt, last: { ...last, stopped } })).toEqual({
      kind: 'resumes',
      at: resumesAt,
      why: 'quota',
    });
    expect(toRunState(status, { ...sync, resumesAt, last })).toMatchObject({ kind: 'resumes', why: 'moved' });
  });

  it('is that counts did not confirm what was read', () => {
    expect(toRunState({ ...status, complete: false, pending: 'not-verified' }, sync)).toEqual({ kind: 'unverified' });
  });

  it('tells a download that was begun from one that was not', () => {
    const open = { ...status, complete: false, pending: 'download' as const };
    expect(toRunState(open, sync)).toEqual({ kind: 'begun', what: 'download' });
    expect(toRunState({ ...open, records: 0 }, sync)).toEqual({ kind: 'empty' });
    expect(toRunState({ ...open, records: 0, pending: 'nothing' }, sync)).toEqual({ kind: 'empty' });
  });

  it('is nothing where all is whole, and before anything is known', () => {
    expect(toRunState(status, sync)).toEqual({ kind: 'idle' });
    expect(toRunState({ ...status, records: 0 }, sync)).toEqual({ kind: 'idle' });
    expect(toRunState(undefined, undefined)).toEqual({ kind: 'idle' });
  });
});

describe('what the last attempt failed with', () => {
  const offline = { ...last, stopped: { code: 'offline' as const } };

  it('is told rather than what an earlier run met', () => {
    const failure = findFailure({ ...sync, last: offline, trouble: { code: 'key-rejected' } });
    expect(failure).toEqual({ code: 'key-rejected' });
    expect([isAboutKey(failure), isAboutKey({ code: 'key-deactivated' }), isAboutKey(offline.stopped)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is over once anything was served, but a request that was refused stays refused', () => {
    expect(findFailure({ ...sync, last: offline })).toBeUndefined();
    const refused = { ...last, stopped: { code: 'upstream-failed' as const, detail: 'no sorting' } };
    expect(findFailure({ ...sync, last: refused })).toEqual(refused.stopped);
    expect(findFailure({ ...sync, last: { ...last, stopped: { code: 'cancelled' } } })).toBeUndefined();
  });

  it('is not told while another attempt runs', () => {
    expect(findFailure({ ...sync, running: true, trouble: { code: 'offline' } })).toBeUndefined();
  });
});

describe('what is said of a run that ended', () => {
  it('is how many records a download brought, and of a refresh only that everything is up to date', () => {
    const end = { ...last, status: 'complete', recordsReceived: 200 } as const;
    expect(describeEnd(end)).toEqual({ title: 'Up to date · 3 requests', message: '200 records received.' });
    for (const mode of ['refresh', 'audit'] as const)
      expect(describeEnd({ ...end, mode })).toEqual({ message: 'Up to date · 3 requests' });
  });

  it('is never that everything is up to date where it is not', () => {
    expect(describeEnd({ ...last, mode: 'refresh' })).toEqual({ message: '400 records received.' });
  });
});
