/** Commits waiting writes together, and waits for the lock of another process without blocking reads. */
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase, prepareStatements, type Statements } from './statements.ts';

export type Methods = Statements['reads'] & Statements['writes'];
export type Method = keyof Methods;

export interface Call {
  readonly method: Method;
  readonly args: readonly unknown[];
}

interface Waiting extends Call {
  readonly until: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (fault: unknown) => void;
}

const PATIENCE_MS = 5_000;
const RETRY_MS = 10;
/** These writes need to survive a crash of this program only, so the next booking flushes them to the disk. */
const deferrableMethods: ReadonlySet<Method> = new Set(['settle', 'beat', 'noteUses']);
const SQLITE_BUSY = 5;
const CLOSED = 'The store was closed';

export class CommitQueue {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  #waiting: Waiting[] = [];
  #isPlanned = false;
  #isClosed = false;

  /** @throws StoreUnusable */
  constructor(path: string) {
    this.#database = openDatabase(path);
    this.#statements = prepareStatements(this.#database);
  }

  /** Reads return at once; writes of one turn of the event loop share one commit. */
  call({ method, args }: Call): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error(CLOSED));
      const { reads } = this.#statements;
      if (method in reads) return resolve(this.#run({ method, args }));
      this.#waiting.push({ method, args, until: performance.now() + PATIENCE_MS, resolve, reject });
      this.#plan(setImmediate);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#commit();
    for (const { reject } of this.#waiting.splice(0)) reject(new Error(CLOSED));
    this.#database.close();
  }

  #run({ method, args }: Call): unknown {
    const { reads, writes } = this.#statements;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller's types are those of these methods
    const work = ({ ...reads, ...writes } as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[
      method
    ];
    return work?.(...args);
  }

  #plan(schedule: (work: () => void) => unknown): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    schedule(() => {
      this.#isPlanned = false;
      this.#commit();
      if (this.#waiting.length > 0) this.#plan((work) => setTimeout(work, RETRY_MS));
    });
  }

  #commit(): void {
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    try {
      const durable = group.every(({ method }) => deferrableMethods.has(method)) ? 'NORMAL' : 'FULL';
      this.#database.exec(`PRAGMA main.synchronous = ${durable}; BEGIN IMMEDIATE`);
      const results = group.map((write) => this.#run(write));
      this.#database.exec('COMMIT');
      for (const [index, { resolve }] of group.entries()) resolve(results[index]);
    } catch (fault) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      const isExpired = (write: Waiting) => !isBusy(fault) || write.until < performance.now();
      for (const write of group.filter(isExpired)) write.reject(fault);
      this.#waiting = group.filter((write) => !isExpired(write));
    }
  }
}

function isBusy(fault: unknown): boolean {
  return fault instanceof Error && 'errcode' in fault && fault.errcode === SQLITE_BUSY;
}

export type ToThread = { readonly kind: 'call'; readonly id: number; readonly call: Call } | { readonly kind: 'close' };

export type FromThread =
  | { readonly kind: 'opened' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'unopened'; readonly unfit: boolean; readonly message: string }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
