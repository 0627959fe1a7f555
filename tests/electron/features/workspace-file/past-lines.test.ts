import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileFault } from '#electron/features/workspace-file/parts.ts';
import {
  readChangesInto,
  readClosingsInto,
  writeChangesLines,
  writeClosingsLines,
} from '#electron/features/workspace-file/past-lines.ts';
import { openChangeLog, type Difference } from '#electron/history/change-log.ts';
import { openClosings } from '#electron/history/closings-store.ts';
import { toClosings, toDecision } from '#tests/support/stores/many-closings.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';

it('fails where a merge was removed while the log is saved', () => {
  const folder = mkdtempSync(join(tmpdir(), 'past-lines-'));
  const log = openChangeLog(join(folder, 'changes.sqlite'));
  try {
    for (const id of ['1', '2']) {
      const merge = log.open('refresh', '{}', '2026-11-02T08:00:00.000Z');
      merge.add([[id, null, { title: 'a' }]]);
      merge.finish();
      merge.confirm();
    }
    expect([...writeChangesLines(log, log.proven())]).toHaveLength(4);
    const lines = writeChangesLines(log, log.proven());
    lines.next();
    log.removeOldest(2);
    expect(() => [...lines]).toThrow(
      expect.objectContaining({ error: { code: 'usage', detail: expect.stringContaining('save again') } }),
    );
  } finally {
    log.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('carries a decision about very many records in lines that fit into a part', () => {
  const folder = mkdtempSync(join(scratchPlace(), 'past-lines-'));
  const [ours, theirs] = ['ours', 'theirs'].map((name) => openClosings(join(folder, name)));
  try {
    const { step } = toDecision(0);
    const lines = step.kind === 'decide' ? Array.from({ length: 100 }, () => step.lines).flat() : [];
    ours?.add(0, [...toClosings(0), { step: { ...step, lines } as typeof step }]);
    const reading = theirs && readClosingsInto(theirs.restore());
    for (const [line = ''] of ours ? writeClosingsLines(ours) : []) {
      expect(line.length).toBeLessThan(2 * 1024 * 1024);
      reading?.read(line);
    }
    reading?.finish();
    expect(theirs?.steps()).toEqual(ours?.steps());
  } finally {
    ours?.close();
    theirs?.close();
    rmSync(folder, { recursive: true });
  }
});

it('takes in no change of another shape, though its digest fits', () => {
  const folder = mkdtempSync(join(tmpdir(), 'past-lines-'));
  const [ours, theirs] = ['ours', 'theirs'].map((name) => openChangeLog(join(folder, name)));
  try {
    const merge = ours?.open('refresh', '{}', '2026-11-02T08:00:00.000Z');
    merge?.add([['1', null, { title: 7 }] as unknown as Difference]);
    merge?.finish();
    merge?.confirm();
    const reading = theirs && readChangesInto(theirs.restore());
    const lines = ours ? [...writeChangesLines(ours, ours.proven())].flat() : [];
    expect(() => lines.forEach((line) => reading?.read(line))).toThrow(FileFault);
    const entries = (value: unknown) => JSON.stringify({ kind: 'entries', entries: [['setting:zone', { value }]] });
    expect(() => reading?.read(entries(7))).toThrow('Invalid');
  } finally {
    ours?.close();
    theirs?.close();
    rmSync(folder, { recursive: true });
  }
});
