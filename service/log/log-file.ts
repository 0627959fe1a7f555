/** A file that lines are appended to, for its owner's eyes. A disk that is full or slow never holds up a request. */
import { open } from 'node:fs/promises';

export interface LogFile {
  print(line: string): void;
  /** Lines that were left out, because the disk was full or slow. */
  readonly lost: number;
  close(): Promise<void>;
}

/** Lines waiting for the disk; those beyond are left out. */
const MOST_WAITING = 20_000;

/** Programs that rotate it must copy and truncate: it stays open. @throws if the file cannot be opened. */
export async function openLogFile(path: string): Promise<LogFile> {
  const handle = await open(path, 'a', 0o600);
  let waiting: string[] = [];
  let lost = 0;
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await handle.appendFile(batch.join('')).catch(() => (lost += batch.length));
    }
    writing = undefined;
  };
  return {
    print(line) {
      if (waiting.length >= MOST_WAITING) lost += 1;
      else waiting.push(`${line}\n`);
      writing ??= writeAll();
    },
    get lost() {
      return lost;
    },
    async close() {
      await writing;
      await handle.close();
    },
  };
}
