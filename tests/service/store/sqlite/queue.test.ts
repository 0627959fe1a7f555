/** The queue of the SQLite store at its end. */
import { expect, it } from 'vitest';
import { CommitQueue } from '#service/store/sqlite/queue.ts';

it('refuses a write that comes after it was closed, instead of ending the program later', async () => {
  const queue = new CommitQueue(':memory:');
  queue.close();
  await expect(queue.call({ method: 'noteUses', args: [[]] })).rejects.toThrow('The store was closed');
});
