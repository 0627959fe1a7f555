import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeChangesLines } from '#electron/features/workspace-file/past-lines.ts';
import { openChangeLog } from '#electron/history/change-log.ts';

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
