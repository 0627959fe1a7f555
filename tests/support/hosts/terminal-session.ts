/** A series of terminal commands in a test: remembers the output, the folders and the keys in use. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { z } from 'zod';
import { run, serve, type Ended, type RunOptions, type Served } from './terminal.ts';

/** A workspace and the service it belongs to. */
export interface Place {
  readonly data: string;
  readonly url: string;
  readonly key: string;
}

/** The last day of every served sample. */
const AS_OF = '2026-11-21';

export class TerminalSession {
  readonly #printed: Ended[] = [];
  readonly #keys = new Set<string>();
  readonly #folders: string[] = [];
  readonly #runCommand: typeof run;

  /** @param runCommand in a process of its own, unless it is told otherwise */
  constructor(runCommand = run) {
    this.#runCommand = runCommand;
  }

  folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'timelog-terminal-'));
    this.#folders.push(path);
    return path;
  }

  /** @param words options of `serve`, separated by spaces */
  async serve(words: string): Promise<Served> {
    const service = await serve(['--as-of', AS_OF, ...words.split(' ')]);
    if (service.key) this.watch(service.key);
    return service;
  }

  /** A key that `expectNothingLeaked` looks for: of a service that this session did not start. */
  watch(key: string): void {
    this.#keys.add(key);
  }

  /** Runs a command with `--json` in a place. @param words separated by spaces. @param more single arguments, spaces and all */
  async json(place: Place, words: string, ...more: string[]): Promise<Ended> {
    return this.ask(place, words, ...more, '--json');
  }

  async ask({ data, url, key }: Place, words: string, ...more: string[]): Promise<Ended> {
    const place = ['--data-dir', data, '--base-url', url, '--key-stdin', '--rate', '0'];
    return this.run([...words.split(' '), ...more, ...place], { input: `${key}\n` });
  }

  async run(args: readonly string[], options?: RunOptions): Promise<Ended> {
    return this.keep(await this.#runCommand(args, options));
  }

  keep(ended: Ended): Ended {
    this.#printed.push(ended);
    return ended;
  }

  /** No key in any file; no key, stack or "Error:" in any output. */
  expectNothingLeaked(): void {
    expect(this.#keys.size).toBeGreaterThan(0);
    for (const key of this.#keys) for (const path of this.#folders) expectNowhere(key, path);
    for (const { stdout, stderr } of this.#printed) {
      expect(stderr).not.toMatch(/Error:|^\s+at /m);
      for (const key of this.#keys) expect(stdout + stderr).not.toContain(key);
    }
  }

  remove(): void {
    for (const path of this.#folders) rmSync(path, { recursive: true, force: true });
  }
}

/** The one document on standard output. */
export function document({ stdout }: Ended): unknown {
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
}

/** The same, parsed by the contract's schema. */
export function documentOf<S extends z.ZodType>(schema: S, ended: Ended): z.output<S> {
  return schema.parse(document(ended));
}

/** The command failed with this exit code, one sentence and an error document. */
export function expectFailure(ended: Ended, code: number, errorCode: string): void {
  expect(ended.code, ended.stderr).toBe(code);
  expect(document(ended)).toEqual({
    error: { code: errorCode, message: expect.any(String) as string, action: expect.any(String) as string },
  });
  expectOneSentence(ended);
}

export function expectOneSentence({ stderr }: Ended): void {
  expect(stderr.trimEnd()).toMatch(/^[^\n]+\.$/);
}

/** In no file below a folder. */
export function expectNowhere(key: string, path: string): void {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    expect(readFileSync(file).includes(key), file).toBe(false);
  }
}
