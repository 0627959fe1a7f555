/** Calls the SQLite store: a file in a thread of its own, so that a disk or a lock never stops the service; memory directly. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { storeTexts as texts } from '#service-texts/store.ts';
import { StoreAway, StoreUnfit } from '../store.ts';
import type { FromThread, ToThread } from './messages.ts';
import { CommitQueue, type Call } from './queue.ts';

export interface Connection {
  call(call: Call): Promise<unknown>;
  close(): Promise<void>;
}

/** As a source file, and as the program is built: beside the entries, from a chunk or from an entry. */
const places = ['./thread.ts', '../service-store-thread.js', './service-store-thread.js'];

export const IN_MEMORY = ':memory:';

/** @throws StoreUnfit */
export async function connect(path: string): Promise<Connection> {
  if (path !== IN_MEMORY) return connectThread(path);
  const queue = new CommitQueue(path);
  return { call: (call) => queue.call(call), close: async () => queue.close() };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (fault: unknown) => void;
}

async function connectThread(path: string): Promise<Connection> {
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const own = paths.find((each) => existsSync(each));
  if (own === undefined) throw new Error(`The thread of the service's store is not beside ${import.meta.url}`);
  // Nothing of the host's own way to start is for it.
  const thread = new Worker(own, { workerData: path, execArgv: [] });
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let gone: unknown;
  const ended = Promise.withResolvers<void>();
  const lose = (fault: unknown) => {
    gone ??= fault;
    for (const { reject } of waiting.values()) reject(new StoreAway(fault));
    waiting.clear();
    ended.resolve();
  };
  const opening = Promise.withResolvers<void>();
  thread.on('message', (message: FromThread) => {
    switch (message.kind) {
      case 'opened':
        return opening.resolve();
      case 'unopened': {
        const sentence = message.unfit ? message.message : texts.unreadable(path, message.message);
        return opening.reject(new StoreUnfit(sentence));
      }
      case 'done':
        waiting.get(message.id)?.resolve(message.result);
        return void waiting.delete(message.id);
      case 'failed':
        waiting.get(message.id)?.reject(new StoreAway(message.message));
        return void waiting.delete(message.id);
      case 'closed':
    }
  });
  thread.once('error', lose);
  thread.once('exit', () => {
    lose(new Error('The thread of the store has ended'));
    opening.reject(gone);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const say = (message: ToThread) => thread.postMessage(message);
  await opening.promise;
  return {
    call: (call) =>
      new Promise((resolve, reject) => {
        if (gone !== undefined) return reject(new StoreAway(gone));
        next += 1;
        waiting.set(next, { resolve, reject });
        say({ kind: 'call', id: next, call });
      }),
    async close() {
      say({ kind: 'close' });
      await ended.promise;
    },
  };
}
