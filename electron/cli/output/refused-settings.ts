/** Says which settings of before are not accepted any more: on standard error, as everything that is no answer. */
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import type { Caller } from '../caller.ts';
import type { Terminal } from '../terminal.ts';

/** @param isTold by the name of a setting */
export async function sayRefused(app: Caller, terminal: Terminal, isTold: (name: string) => boolean): Promise<void> {
  const { refused } = await app.call('settings.refused', {});
  for (const each of refused) if (isTold(each.name)) terminal.say(refusedSettingTexts.terminal(each));
}
