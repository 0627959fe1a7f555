/** The store for one host: a SQLite file, which processes may share, or memory. */
import { randomUUID } from 'node:crypto';
import { readFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { storeTexts as texts } from '#service-texts/service.ts';
import { StoreAway, StoreUnusable, type Store } from '#service/store.ts';
import { CommitQueue, type Method, type Methods, type FromThread, type ToThread, type Call } from './queue.ts';

/** Bookings in advance for a busy account; many, because all other calls wait while a booking waits for the disk. */
const LEASE = 200;

/** @param path a file, or `:memory:`. @param now determines the day. @param actor changes keys, for the audit trail. @throws StoreUnusable */
export async function openSqliteStore(path: string, now: () => number, actor = 'service'): Promise<Store> {
  const connection = await connect(path);
  const instance = randomUUID();
  const boot = readBoot();
  const createContext = () => ({ now: now(), instance, actor });
  const call = async <M extends Method>(
    method: M,
    ...args: Parameters<Methods[M]>
  ): Promise<ReturnType<Methods[M]>> => {
    const result = await connection.call({ method, args });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread runs the method of this name
    return result as ReturnType<Methods[M]>;
  };
  await call('beat', createContext(), boot);
  return {
    // Booking in advance saves waits for the disk; in memory there is none.
    lease: path === IN_MEMORY ? 1 : LEASE,
    shared: path !== IN_MEMORY,
    readKeys: (known) => call('readKeys', known),
    listKeys: () => call('listKeys', now()),
    addKey: (draft) => call('addKey', draft, createContext()),
    replaceKey: (id, draft, graceMs) => call('replaceKey', id, draft, graceMs, createContext()),
    deactivateKey: (id) => call('deactivateKey', id, createContext()),
    setQuota: (id, dailyQuota) => call('setQuota', id, dailyQuota, createContext()),
    readTrail: () => call('readTrail'),
    take: (account, dailyQuota, count) => call('take', account, dailyQuota, count, createContext()),
    settle: (account, day, count) => call('settle', account, day, count, createContext()),
    refund: (account, day, count) => call('refund', account, day, count, createContext()),
    giveBack: (account, day, count) => call('giveBack', account, day, count, createContext()),
    beat: () => call('beat', createContext(), boot),
    readUsed: (account) => call('readUsed', account, now()),
    noteUses: (uses) => call('noteUses', uses),
    async close() {
      await call('leave', createContext()).catch(() => undefined);
      await connection.close();
    },
  };
}

/** Differs at each start of the machine. If it cannot be read, nothing of an earlier process is refunded. */
function readBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return randomUUID();
  }
}

export interface Connection {
  call(call: Call): Promise<unknown>;
  close(): Promise<void>;
}

/** The source of the thread, and the built file relative to a chunk or to an entry. */
const threadFiles = ['./thread.ts', '../service-store-thread.js', './service-store-thread.js'];

const IN_MEMORY = ':memory:';

/** @throws StoreUnusable */
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
  const paths = threadFiles.map((file) => fileURLToPath(new URL(file, import.meta.url)));
  const threadPath = paths.find((candidate) => existsSync(candidate));
  if (threadPath === undefined) throw new Error(`The thread of the service's store is not beside ${import.meta.url}`);
  // The thread must not inherit the host's start options.
  const thread = new Worker(threadPath, { workerData: path, execArgv: [] });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let endCause: unknown;
  const ended = Promise.withResolvers<void>();
  const failAll = (fault: unknown) => {
    endCause ??= fault;
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
        return opening.reject(new StoreUnusable(sentence));
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
  thread.once('error', failAll);
  thread.once('exit', () => {
    failAll(new Error('The thread of the store has ended'));
    opening.reject(endCause);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (message: ToThread) => thread.postMessage(message);
  await opening.promise;
  return {
    call: (call) =>
      new Promise((resolve, reject) => {
        if (endCause !== undefined) return reject(new StoreAway(endCause));
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        post({ kind: 'call', id: lastId, call });
      }),
    async close() {
      post({ kind: 'close' });
      await ended.promise;
    },
  };
}
