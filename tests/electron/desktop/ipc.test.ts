import { describe, expect, it } from 'vitest';
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { answerCalls, isOwnPage } from '#electron/desktop/ipc.ts';

type Handler = Parameters<IpcMain['handle']>[1];

function serve() {
  const calls: unknown[][] = [];
  let handler: Handler | undefined;
  answerCalls(
    { handle: (_channel, given) => void (handler = given) },
    {
      call: async (...given) => {
        calls.push(given);
        return { ok: true, value: 'answered' };
      },
    },
  );
  return {
    calls,
    invoke: (event: unknown, ...args: unknown[]) => handler?.(event as IpcMainInvokeEvent, ...args) as unknown,
  };
}

const frame = (url: string) => ({ url });
const own = frame('app://timelog/');
const event = (senderFrame: unknown, mainFrame: unknown = senderFrame) => ({ senderFrame, sender: { mainFrame } });

describe('a call from the window', () => {
  it('of the top frame of the own page is answered', async () => {
    const { calls, invoke } = serve();
    await expect(invoke(event(own), 'app.info', {})).resolves.toEqual({ ok: true, value: 'answered' });
    expect(calls).toEqual([['app.info', {}, undefined, undefined, undefined]]);
  });

  it('keeps the ticket by which it can be given up, its look and its moment', async () => {
    const { calls, invoke } = serve();
    await invoke(event(own), 'report.run', {}, 'ticket', 'look', '#3');
    expect(calls).toEqual([['report.run', {}, 'ticket', 'look', '#3']]);
  });

  it.each([
    ['a frame that is gone', event(null, own)],
    ['a frame inside the own page', event(frame('app://timelog/'), own)],
    ['another page in the window', event(frame('https://timelog/'))],
    ['another host of the scheme', event(frame('app://other/'))],
    ['an empty page', event(frame('about:blank'))],
  ])('of %s reaches nothing', (_name, foreign) => {
    const { calls, invoke } = serve();
    expect(() => invoke(foreign, 'app.info', {})).toThrow('Refused');
    expect(calls).toEqual([]);
  });

  it.each([[undefined], [1], [{ toString: () => 'app.info' }], [['app.info']]])(
    'with the method %s asks for none',
    async (method) => {
      const { calls, invoke } = serve();
      await invoke(event(own), method, {});
      expect(calls).toEqual([['', {}, undefined, undefined, undefined]]);
    },
  );
});

describe('the own page', () => {
  it.each(['app://timelog/', 'app://timelog/index.html', 'app://timelog/#/records?period=2026-10'])('is %s', (url) => {
    expect(isOwnPage(url)).toBe(true);
  });

  it.each([
    'app://timelog.evil.example/',
    'app://timelog:80/',
    'app://user@timelog/',
    'app://timelog@evil.example/',
    'apps://timelog/',
    'file:///app/timelog/',
    'https://timelog/',
    'data:text/html,app://timelog/',
    'blob:app://timelog/1',
    '',
  ])('is not %s', (url) => {
    expect(isOwnPage(url)).toBe(false);
  });
});
