/** The queue of the SQLite store at its end, before another program's lock, and towards the disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CommitQueue, type Call } from '#service/store/sqlite/queue.ts';

const context = { now: 0, instance: 'one', actor: 'test' };
const take: Call = { method: 'take', args: [1, 100, 1, context] };
const draft = { digest: 'ab'.repeat(32), label: '', owner: '', lastCharacters: 'abcd' };
const addKey: Call = { method: 'addKey', args: [draft, context] };
const settle: Call = { method: 'settle', args: [1, '1970-01-01', 1, context] };

it('refuses a write that comes after it was closed, instead of ending the program later', async () => {
  const queue = new CommitQueue(':memory:');
  queue.close();
  await expect(queue.call({ method: 'noteUses', args: [[]] })).rejects.toThrow('The store was closed');
});

it('waits 5 seconds for the lock of another program, and then refuses what it cannot book', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'queue-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'service.sqlite');
  const queue = new CommitQueue(path);
  await queue.call(addKey);
  const other = new DatabaseSync(path);
  onTestFinished(() => {
    vi.restoreAllMocks();
    other.close();
    queue.close();
  });
  other.exec('BEGIN IMMEDIATE');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const attempts = vi.spyOn(DatabaseSync.prototype, 'exec');
  const ended = vi.fn<(outcome: unknown) => void>();
  void queue.call(take).then(ended, ended);
  clock.mockReturnValue(5_000);
  await vi.waitFor(() => expect(attempts.mock.calls.length).toBeGreaterThan(2));
  expect(ended).not.toHaveBeenCalled();
  clock.mockReturnValue(5_001);
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ message: 'database is locked' }));
  // What is refused is not booked once the lock is gone.
  other.exec('ROLLBACK');
  expect(await queue.call(take)).toMatchObject({ granted: 1, used: 1 });
});

it('answers no booking before it is on the disk, and leaves to the next one what may be lost with the power', async () => {
  const queue = new CommitQueue(':memory:');
  await queue.call(addKey);
  const statements = vi.spyOn(DatabaseSync.prototype, 'exec');
  onTestFinished(() => {
    statements.mockRestore();
    queue.close();
  });
  const durabilityOf = async (...calls: readonly Call[]) => {
    statements.mockClear();
    await Promise.all(calls.map((call) => queue.call(call)));
    return statements.mock.calls.flatMap(([sql]) => /synchronous = (\w+)/.exec(sql)?.[1] ?? []);
  };
  expect(await durabilityOf(take)).toEqual(['FULL']);
  expect(await durabilityOf(settle)).toEqual(['NORMAL']);
  expect(await durabilityOf(settle, take)).toEqual(['FULL']);
});
