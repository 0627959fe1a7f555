/** Keeps a key in this system's own keychain, finds it in a second process and forgets it: for systems that only the workflows have. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { openSecrets } from '#electron/host/keychain.ts';

const ORIGIN = 'https://keychain.example';
const secrets = await openSecrets();
const [expected] = process.argv.slice(2);

if (expected !== undefined) {
  process.exitCode = (await secrets.get(ORIGIN)) === expected ? 0 : 1;
} else {
  const key = randomUUID();
  await secrets.set(ORIGIN, key);
  const found = spawnSync(process.execPath, [import.meta.filename, key]).status === 0;
  await secrets.forget(ORIGIN);
  const gone = (await secrets.get(ORIGIN)) === undefined;
  console.log(`durable: ${secrets.durable}, found by another process: ${found}, forgotten: ${gone}`);
  process.exitCode = secrets.durable && found && gone ? 0 : 1;
}
