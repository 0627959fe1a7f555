import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { reloadCrashedPage, type ReloadableWindow } from '#electron/desktop/window-state.ts';

/** @param answers of the person, one after the other */
function kept(...answers: boolean[]) {
  const contents = new EventEmitter();
  const happened: string[] = [];
  const clock = { ms: 0 };
  let isDestroyed = false;
  const close = () => {
    isDestroyed = true;
    happened.push('closed');
  };
  const webContents = Object.assign(contents, { reload: () => void happened.push('loaded') });
  const window: ReloadableWindow = { isDestroyed: () => isDestroyed, close, webContents };
  const confirmReload = async () => {
    happened.push('asked');
    return answers.shift() ?? false;
  };
  reloadCrashedPage(window, confirmReload, () => clock.ms);
  const end = async (reason = 'crashed') => {
    contents.emit('render-process-gone', {}, { reason, exitCode: 1 });
    await nextTurn();
  };
  return { happened, clock, end, close, emit: () => contents.emit('render-process-gone', {}, { reason: 'oom' }) };
}

it.each(['crashed', 'killed', 'oom', 'abnormal-exit'])(
  'a page whose process was %s is loaded again',
  async (reason) => {
    const { happened, end } = kept();
    await end(reason);
    expect(happened).toEqual(['loaded']);
  },
);

it('a page is not loaded within the event that tells of its end', async () => {
  const { happened, emit } = kept();
  emit();
  expect(happened).toEqual([]);
  await nextTurn();
  expect(happened).toEqual(['loaded']);
});

it('a page that ends with its window stays closed', async () => {
  const { happened, end, close } = kept();
  await end('clean-exit');
  expect(happened).toEqual([]);
  close();
  await end();
  expect(happened).toEqual(['closed']);
});

it('a page that keeps ending is loaded three times within a minute, then when the person wants it, or never again', async () => {
  const { happened, clock, end } = kept(true, false);
  const endTimes = async (times: number) => {
    happened.length = 0;
    for (let at = 0; at < times; at += 1) await end();
    return [...happened];
  };
  expect(await endTimes(3)).toEqual(['loaded', 'loaded', 'loaded']);
  expect(await endTimes(1)).toEqual(['asked', 'loaded']);
  expect(await endTimes(2)).toEqual(['loaded', 'loaded']);
  clock.ms = 60_000;
  expect(await endTimes(3)).toEqual(['loaded', 'loaded', 'loaded']);
  expect(await endTimes(2)).toEqual(['asked', 'closed']);
});
