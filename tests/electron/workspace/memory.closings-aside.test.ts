import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '#domain/settings.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { openMemory, type Memory } from '#electron/workspace/memory.ts';
import { toClosings, toDecision } from '#tests/support/stores/many-closings.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';

const NO_STEP = '0'.repeat(64);
let folder: string;
let closings: string;
let journal: Journal | undefined;
let memory: Memory | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(scratchPlace(), 'closings-aside-'));
  closings = join(folder, 'closings.sqlite');
});
afterEach(() => {
  end();
  rmSync(folder, { recursive: true, force: true });
});

function open(): Memory {
  journal = openJournal(join(folder, 'journal.sqlite'));
  const settings = () => ({ ...defaultSettings, zone: 'UTC' });
  memory = openMemory({ directory: folder, journal, settings, now: Date.now, onSent: () => undefined });
  return memory;
}
function end(): void {
  memory?.close();
  journal?.close();
  memory = journal = undefined;
}
/** What is in the closings as the next opening finds them. */
function reopen(): { readonly steps: number; readonly aside: readonly string[] } {
  end();
  const opened = open();
  return { steps: opened.closings.steps().length, aside: opened.listQuarantined() };
}
function alter(sql: string): void {
  const database = new DatabaseSync(closings);
  database.exec(sql);
  database.close();
}
const moveAside = () => {
  for (const name of readdirSync(folder).filter((each) => each.startsWith('closings.damaged-')))
    renameSync(join(folder, name), join(folder, `elsewhere-${name}`));
};

/** A month of 20 closings, of which a copy is kept, then one decision more. */
function keepSteps(): void {
  open().closings.add(0, toClosings(0));
  end();
  copyFileSync(closings, join(folder, 'copy'));
  copyFileSync(join(folder, 'journal.sqlite'), join(folder, 'journal.copy'));
  open().closings.add(20, [toDecision(0)]);
  end();
}

describe('closings that were set aside', () => {
  it('are missed until all steps that were known are back', () => {
    keepSteps();
    copyFileSync(closings, join(folder, 'whole'));
    alter('DELETE FROM step WHERE step = 21');
    expect(reopen()).toEqual({ steps: 0, aside: [expect.stringMatching(/^closings\.damaged-/)] });
    expect(reopen()).toMatchObject({ steps: 0, aside: { length: 1 } });
    end();
    moveAside();
    copyFileSync(join(folder, 'copy'), closings);
    expect(reopen()).toMatchObject({ steps: 0, aside: { length: 1 } });
    end();
    moveAside();
    copyFileSync(join(folder, 'whole'), closings);
    expect(reopen()).toEqual({ steps: 21, aside: [] });
    // What was forgotten for a copy is missed as before.
    end();
    alter('DELETE FROM step; DELETE FROM column_of');
    expect(reopen()).toMatchObject({ steps: 0, aside: { length: 1 } });
  });

  it('are known to be, until the next opening, after a copy took their place', () => {
    keepSteps();
    alter('DELETE FROM step WHERE step = 21');
    const { aside } = reopen();
    moveAside();
    renameSync(join(folder, 'copy'), closings);
    expect(memory?.listQuarantined()).toEqual(aside);
  });

  it('are forgotten where a person begins anew, of which an older journal knows nothing', () => {
    keepSteps();
    alter('DELETE FROM step WHERE step = 21');
    reopen();
    end();
    moveAside();
    expect(reopen()).toEqual({ steps: 0, aside: [] });
    memory?.closings.add(0, toClosings(1));
    end();
    copyFileSync(join(folder, 'journal.copy'), join(folder, 'journal.sqlite'));
    rmSync(join(folder, 'journal.sqlite.manifest'), { force: true });
    expect(reopen()).toEqual({ steps: 20, aside: [] });
    end();
    alter('DELETE FROM step WHERE step = 20');
    expect(reopen()).toMatchObject({ steps: 0, aside: { length: 1 } });
  });

  it('are those of a damaged file, and keep nothing from opening', () => {
    // A person began anew, and the page of the steps is damaged before the first one.
    open();
    journal?.saveSetting('closings.head', { steps: 0, first: NO_STEP, digest: NO_STEP, isAside: false });
    end();
    const bytes = readFileSync(closings);
    writeFileSync(closings, bytes.fill(0xff, 4096));
    expect(reopen()).toMatchObject({ steps: 0, aside: { length: 1 } });
  });
});

it('misses steps of closings that were there before their journal', () => {
  keepSteps();
  rmSync(join(folder, 'journal.sqlite'));
  for (const name of readdirSync(folder).filter((each) => each.includes('journal.sqlite'))) rmSync(join(folder, name));
  expect(reopen()).toEqual({ steps: 21, aside: [] });
  end();
  alter('DELETE FROM step WHERE step = 21');
  expect(reopen()).toMatchObject({ steps: 0, aside: { length: 1 } });
});

it('closes though the journal cannot note it', () => {
  const { closings: store } = open();
  journal?.close();
  store.add(0, toClosings(0));
  expect(reopen()).toEqual({ steps: 20, aside: [] });
});
