import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readClosingsInto, writeClosingsLines } from '#electron/features/workspace-file/past-lines.ts';
import { openClosings } from '#electron/history/closings-store.ts';
import { toClosings, toDecision } from '#tests/support/stores/many-closings.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';

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
