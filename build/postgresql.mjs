/** Where Debian's packages have the programs of PostgreSQL: a folder for each version, which client packages alone make, too. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const VERSIONS = '/usr/lib/postgresql';
const OLDEST = 15;

/** @returns the folder of the newest server that the service can use; undefined where there is none. */
export function findPostgresql(versions = VERSIONS) {
  const installed = existsSync(versions) ? readdirSync(versions).map(Number) : [];
  const newest = installed
    .filter((version) => version >= OLDEST)
    .toSorted((a, b) => b - a)
    .map((version) => join(versions, String(version), 'bin'));
  return newest.find((folder) => ['postgres', 'initdb'].every((program) => existsSync(join(folder, program))));
}
