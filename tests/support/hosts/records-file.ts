/** Two records in a file, for a service that is started as a program of its own: without it each makes the sample of two years first. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns the file's path */
export function writeRecordsFile(folder: string): string {
  const at = { createdAt: '2026-01-05T08:00:00.000Z', updatedAt: '2026-01-05T08:00:00.000Z', archived: false };
  const lines = [11, 12].map((id) => JSON.stringify({ id, ...at, properties: { a552213_title: `Call ${id}` } }));
  const path = join(folder, 'two-records.jsonl');
  writeFileSync(path, lines.join('\n'));
  return path;
}
