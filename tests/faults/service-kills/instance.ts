/**
 * One instance of the service, to be killed: `instance.ts PORT sqlite FILE KEY` or `instance.ts PORT postgres ADDRESS`. Says "listening"
 * once it does. Its day never ends: a campaign over midnight would have two quotas.
 */
import { createService } from '#service/server.ts';
import { openPostgresStore } from '#service/store/postgres/store.ts';
import { openSqliteStore } from '#service/store/sqlite/store.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { NOON } from './noon.ts';

const [port, kind, place = '', key] = process.argv.slice(2);
const now = () => NOON;
const store = kind === 'sqlite' ? await openSqliteStore(place, now) : await openPostgresStore(place);
const service = await createService({
  upstream: createEmbeddedUpstream({ records: [] }),
  port: Number(port),
  store,
  now,
  issuesFirstKey: false,
  ...(key === undefined ? {} : { key }),
});
process.on('SIGTERM', () => void service.close());
process.stdout.write('listening\n');
