/** Standard input as lines: the first is the key, ids may follow. A key typed at a keyboard is not echoed. */
import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

export interface StandardInput {
  /** @returns the next line without its end; undefined when there is none. */
  line(): Promise<string | undefined>;
  /** Reads a secret: shows `prompt` and hides the input if standard input is a keyboard. */
  secretLine(prompt: string): Promise<string | undefined>;
  rest(): Promise<string[]>;
}

type Keyboard = Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };

const END_OF_TEXT = '\u0003';
const END_OF_TRANSMISSION = '\u0004';

export function createStandardInput(stream: Keyboard, prompts: Writable): StandardInput {
  let lines: AsyncIterator<string> | undefined;
  const line = async () => {
    lines ??= createInterface({ input: Readable.from(wipe(stream)), crlfDelay: Infinity })[Symbol.asyncIterator]();
    const next = await lines.next();
    return next.done === true ? undefined : next.value;
  };
  return {
    line,
    secretLine: async (prompt) => {
      if (stream.isTTY !== true || !stream.setRawMode) return line();
      prompts.write(prompt);
      return readHiddenLine(stream, prompts);
    },
    rest: async () => {
      const remaining: string[] = [];
      for (let next = await line(); next !== undefined; next = await line()) remaining.push(next);
      return remaining;
    },
  };
}

/** Decodes each chunk and overwrites its bytes: the first line may be the key. */
async function* wipe(stream: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    if (typeof chunk === 'string') yield chunk;
    else {
      const text = decoder.write(chunk);
      chunk.fill(0);
      yield text;
    }
  }
  yield decoder.end();
}

function readHiddenLine(keyboard: Keyboard, prompts: Writable): Promise<string | undefined> {
  return new Promise((resolve) => {
    let typed = '';
    const finish = (answer: string | undefined) => {
      keyboard.off('data', onData);
      keyboard.setRawMode?.(false);
      keyboard.pause();
      prompts.write('\n');
      resolve(answer);
    };
    const onData = (chunk: Buffer | string) => {
      const text = chunk.toString();
      if (typeof chunk !== 'string') chunk.fill(0);
      for (const character of text) {
        if (character === '\r' || character === '\n') return finish(typed);
        if (character === END_OF_TEXT || character === END_OF_TRANSMISSION) {
          finish(undefined);
          // Raw mode swallows the signal that Ctrl-C stands for.
          if (character === END_OF_TEXT) process.kill(process.pid, 'SIGINT');
          return;
        }
        typed = character === '\u007F' || character === '\b' ? typed.slice(0, -1) : typed + character;
      }
    };
    keyboard.setRawMode?.(true);
    keyboard.on('data', onData);
    keyboard.resume();
  });
}
