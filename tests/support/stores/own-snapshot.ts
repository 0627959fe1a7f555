/**
 * Run as a process of its own: owns a snapshot, commits pages endlessly and prints the count after each, until it is stopped. Arguments:
 * path, records a page. On a store failure it prints its code and keeps running.
 */
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { AppFailure } from '#contract/errors.ts';
import { recordOf } from '../worlds/records.ts';

const [path = '', size = '200'] = process.argv.slice(2);
const page = Number(size);
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const snapshot = await openSnapshot(path);
  let held = await snapshot.count({});
  say(`opened ${held}`);
  for (let number = 0; number < 500; number += 1) {
    const upsert = Array.from({ length: page }, (_, index) =>
      // Digests do not compress: the file grows with every page.
      recordOf(String(held + index + 1), { title: crypto.randomUUID(), description: crypto.randomUUID().repeat(8) }),
    );
    await snapshot.commit({ upsert, remove: [], state: String(held + page), publish: true });
    held += page;
    say(`held ${held}`);
  }
} catch (cause) {
  say(cause instanceof AppFailure ? `failed ${cause.error.code}` : `fault ${String(cause)}`);
}
