/** Commits waiting writes together, and waits for another process's lock without keeping the thread from reading. */
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase, prepareStatements, type Statements } from './statements.ts';

export type Reads = Statements['reads'];
export type Writes = Statements['writes'];
type Methods = Reads & Writes;
export type Method = keyof Methods;

/** A call as it travels to the thread. */
export interface Call {
  readonly method: Method;
  readonly args: readonly unknown[];
}

interface Waiting extends Call {
  readonly until: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (fault: unknown) => void;
}

/** How long a write waits for a lock that another process holds. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 10;
const SQLITE_BUSY = 5;
const CLOSED = 'The store was closed';

export class CommitQueue {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws StoreUnfit */
  constructor(path: string) {
    this.#database = openDatabase(path);
    this.#statements = prepareStatements(this.#database);
  }

  /** A read answers at once; writes that come before the next turn of the loop share one commit. */
  call({ method, args }: Call): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error(CLOSED));
      const { reads } = this.#statements;
      if (method in reads) return resolve(this.#run({ method, args }));
      this.#waiting.push({ method, args, until: performance.now() + PATIENCE_MS, resolve, reject });
      this.#plan(0);
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#commit();
    for (const { reject } of this.#waiting) reject(new Error(CLOSED));
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

  #plan(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#commit();
      if (this.#waiting.length > 0) this.#plan(RETRY_MS);
    }, delayMs);
  }

  #commit(): void {
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const results = group.map((each) => this.#run(each));
      this.#database.exec('COMMIT');
      for (const [index, { resolve }] of group.entries()) resolve(results[index]);
    } catch (fault) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      const expired = (each: Waiting) => !isBusy(fault) || each.until < performance.now();
      for (const each of group.filter(expired)) each.reject(fault);
      this.#waiting = group.filter((each) => !expired(each));
    }
  }
}

function isBusy(fault: unknown): boolean {
  return fault instanceof Error && 'errcode' in fault && fault.errcode === SQLITE_BUSY;
}
