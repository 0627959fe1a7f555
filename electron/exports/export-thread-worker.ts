/** The thread that writes a file of many lines. It does one job, and then waits for the host to end it. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { ThreadJob, Ending, FromThread, Portion, ToThread } from './export-thread.ts';
import { open } from 'node:fs/promises';
import { AppFailure } from '#contract/errors.ts';
import { splitLines } from '#domain/exports/bulk.ts';
import type { Line } from '#domain/exports/model.ts';
import type { FileWithScratch } from './atomic-file.ts';
import type { ExportDocument } from './document.ts';
import { writers } from './formats.ts';

/** Pieces of lines and of the file in transit: enough that neither side waits for the other, and few enough to save memory. */
const PIECES_AHEAD = 3;
/** Files of the store: one is made while the previous one is read. */
const PARTS_AHEAD = 2;
const MAX_UNSTORED = 4;
const READ_BYTES = 32 * 1024;

async function writeForHost(port: MessagePort, job: ThreadJob): Promise<void> {
  const send = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const inbox = new Inbox(port);
  let ending: Ending | undefined;
  const requireEnding = (): Ending => {
    if (!ending) throw new Error('Sums and facts are known after the last line');
    return ending;
  };
  async function* readLines(): AsyncGenerator<readonly Line[]> {
    let total = 0;
    for await (const portion of inbox.portions(job.storeMakesLines ? PARTS_AHEAD : PIECES_AHEAD, () =>
      send({ kind: 'more' }),
    )) {
      if (portion.kind === 'piece') yield portion.lines;
      else {
        for await (const lines of readFile(portion.path, job)) {
          yield lines;
          total += lines.length;
          send({ kind: 'read', lines: total });
        }
        send({ kind: 'finished', path: portion.path });
      }
    }
    ending = await inbox.ending;
  }
  const document: ExportDocument = {
    ...job,
    lines: readLines(),
    sums: () => requireEnding().sums,
    facts: () => requireEnding().facts,
  };
  const file: FileWithScratch = {
    async write(content) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : copyBytes(content);
      send({ kind: 'bytes', bytes }, [bytes.buffer]);
      await inbox.waitForRoom();
    },
    async scratch() {
      send({ kind: 'scratch' });
      return inbox.scratch;
    },
  };
  try {
    const { guarded } = await writers[job.options.format].write(document, file);
    send({ kind: 'written', guarded });
  } catch (cause) {
    send({ kind: 'failed', error: cause instanceof AppFailure ? cause.error : undefined, cause });
  }
}

/** Part of a larger buffer cannot be transferred without the rest of it. */
function copyBytes(content: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(content);
}

class Inbox {
  readonly #ending = Promise.withResolvers<Ending>();
  readonly #scratch = Promise.withResolvers<string>();
  readonly #portions: Portion[] = [];
  #hasEnded = false;
  #unstored = 0;
  /** Resolves when any of these changes, for the reader that waits. */
  #changed = Promise.withResolvers<void>();

  constructor(port: MessagePort) {
    port.on('message', (message: ToThread) => {
      this.#receive(message);
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    });
  }

  get ending(): Promise<Ending> {
    return this.#ending.promise;
  }

  get scratch(): Promise<string> {
    return this.#scratch.promise;
  }

  #receive(message: ToThread): void {
    switch (message.kind) {
      case 'piece':
      case 'part':
        this.#portions.push(message);
        break;
      case 'end':
        this.#hasEnded = true;
        this.#ending.resolve(message);
        break;
      case 'stored':
        this.#unstored -= 1;
        break;
      case 'scratch':
        this.#scratch.resolve(message.path);
        break;
    }
  }

  /** @param ahead the maximum number of portions in transit */
  async *portions(ahead: number, requestNext: () => void): AsyncGenerator<Portion> {
    for (let count = 0; count < ahead; count += 1) requestNext();
    for (;;) {
      const portion = this.#portions.shift();
      if (portion) {
        yield portion;
        requestNext();
      } else if (this.#hasEnded) return;
      else await this.#changed.promise;
    }
  }

  /** Called after each piece of the file that was sent. */
  async waitForRoom(): Promise<void> {
    this.#unstored += 1;
    while (this.#unstored >= MAX_UNSTORED) await this.#changed.promise;
  }
}

async function* readFile(path: string, { columns }: ThreadJob): AsyncGenerator<readonly Line[]> {
  const handle = await open(path);
  try {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const buffer = Buffer.alloc(READ_BYTES);
    let rest = '';
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, null);
      if (bytesRead === 0) break;
      const split = splitLines(rest + decoder.decode(buffer.subarray(0, bytesRead), { stream: true }), columns.length);
      ({ rest } = split);
      yield split.lines;
    }
    if (rest !== '') throw new Error('The store’s file ends within a line');
  } finally {
    await handle.close();
  }
}

if (!parentPort) throw new Error('This is a thread of the program and no program');
// Only `startThread` starts this module.
const job: ThreadJob = workerData;
await writeForHost(parentPort, job);
