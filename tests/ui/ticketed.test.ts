import { expect, test } from 'vitest';
import { untilLeft } from '../../src/ui/ticketed.ts';

test('a question is given up by its own ticket when whoever asked leaves, and not once it is answered', async () => {
  const given: string[] = [];
  const left: string[] = [];
  const asked = (answer: Promise<string>) => ({
    ask: (ticket: string) => {
      given.push(ticket);
      return answer;
    },
    leave: async (ticket: string) => {
      left.push(ticket);
      throw new Error('The program is gone');
    },
  });
  const [leaver, stayer] = [new AbortController(), new AbortController()];
  const open = Promise.withResolvers<string>();
  const waiting = untilLeft(leaver.signal, asked(open.promise));
  leaver.abort();
  expect(left).toEqual([given[0]]);
  open.resolve('late');
  await expect(waiting).resolves.toBe('late');

  await expect(untilLeft(stayer.signal, asked(Promise.resolve('whole')))).resolves.toBe('whole');
  stayer.abort();
  expect(left).toHaveLength(1);
  expect(given[1]).not.toBe(given[0]);
});
