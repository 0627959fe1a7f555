/** Cancel ends what is under way: the sending of a file, and only then the work of the host. */
import { expect, test } from 'vitest';
import { setTransport } from '#ui/data/client.ts';
import { AppFailure } from '#contract/errors.ts';
import { cancelFile, sendFile } from '#ui/screens/workspaces/LoadDialog.tsx';

test('a file that is on its way is given up, and the host is asked to end only what it has begun', async () => {
  const asked: string[] = [];
  setTransport({
    call: async (method) => {
      asked.push(method);
      return { ok: true, value: { cancelled: true } };
    },
    offerFile: (_, left) =>
      new Promise((_resolve, reject) => {
        left.addEventListener('abort', () => reject(new AppFailure({ code: 'cancelled' })));
      }),
    subscribe: () => () => {},
  });
  const sending = sendFile(new File(['lines'], 'saved.timelog'));
  cancelFile();
  await expect(sending).rejects.toMatchObject({ error: { code: 'cancelled' } });
  expect(asked).toEqual([]);
  cancelFile();
  expect(asked).toEqual(['workspace.cancel']);
});
