import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createStandardInput } from '#electron/cli/standard-input.ts';

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });

describe('standard input', () => {
  test('gives the key from the first line and the ids from the lines after it', async () => {
    const input = createStandardInput(Readable.from(['the-k', 'ey\r\n7001\n70', '02\n']), silent);
    expect(await input.secretLine('key')).toBe('the-key');
    expect(await input.rest()).toEqual(['7001', '7002']);
  });

  test('is undefined when there is nothing', async () => {
    expect(await createStandardInput(Readable.from([]), silent).line()).toBeUndefined();
  });

  test('overwrites the bytes a key came in', async () => {
    const bytes = Buffer.from('the-key\nrest\n');
    expect(await createStandardInput(Readable.from([bytes]), silent).secretLine('key')).toBe('the-key');
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  });

  test('reads a character that two chunks share', async () => {
    const bytes = Buffer.from('schlüssel\n');
    const input = createStandardInput(Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]), silent);
    expect(await input.line()).toBe('schlüssel');
  });

  test('a key typed at a keyboard is never echoed', async () => {
    const modes: boolean[] = [];
    const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => modes.push(raw) });
    let shown = '';
    const screen = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        shown += chunk.toString();
        done();
      },
    });
    const answer = createStandardInput(keyboard, screen).secretLine('Key: ');
    keyboard.write('secreX\u007Ft\r');
    expect(await answer).toBe('secret');
    expect(shown).toBe('Key: \n');
    expect(modes).toEqual([true, false]);
  });
});
