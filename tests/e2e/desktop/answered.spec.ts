/** Tests answer the system's dialogs in a person's place: the next one on the same host finds them as the program has them. */
import { expect, test } from '../support/test.ts';

test('a dialog that a test answers asks a person again in the next one', async ({ sharedHost }) => {
  const { electron } = await sharedHost.open('#/lookup');
  const read = () =>
    electron?.evaluate(({ dialog, shell }) => [...Object.values(dialog), ...Object.values(shell)].map(String));
  const own = await read();
  await electron?.evaluate(({ dialog, shell }) => {
    const answer = () => Promise.reject(new Error('another test'));
    Object.assign(dialog, { showSaveDialog: answer, showOpenDialog: answer, showMessageBox: answer });
    Object.assign(shell, { openExternal: answer, openPath: answer });
  });
  expect(await read()).not.toEqual(own);
  await sharedHost.putBack();
  expect(await read()).toEqual(own);
});
