/** Row 6: whatever JSON a service sends, the client reads it completely or refuses it by name, and the store holds what was read. */
import { AppFailure } from '#contract/errors.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { isReceived } from '#tests/oddities/comparison.ts';
import { startLoopbackServer } from '#tests/support/hosts/loopback-server.ts';
import type { Campaign } from '../campaign-shape.ts';
import { askAt, type Asking } from '../key-addresses/asking.ts';
import { generated } from './generated.ts';
import { handWritten } from './hand-written.ts';
import { openHeldStore } from './held-store.ts';
import type { HostileAnswer } from './hostile-answer.ts';
import { watchPrototypes } from './prototypes.ts';
import { findWrongValues, readSaid } from './independent-reading.ts';

interface Read {
  readonly records: readonly TimeLogRecord[];
  readonly received: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
}

const asks: Readonly<Record<string, (client: Asking['client'], answer: HostileAnswer) => Promise<Read>>> = {
  list: (client) => client.list({ limit: 100 }),
  search: (client) => client.search({ limit: 200 }),
  'batch read': async (client, { ids }) => {
    const { found, received, failed } = await client.batchRead({ ids });
    const [fault] = failed;
    // A chunk that could not be read is reported beside the others: here it is the only one.
    if (fault) throw new AppFailure({ code: 'service-changed', detail: fault.message });
    return { records: found, received };
  },
};

const HAND_IDS = 1_000_000;
const MADE_IDS = 10_000_000;
const written = handWritten(HAND_IDS);

export const hostileJson: Campaign = {
  row: 6,
  name: 'hostile-json',
  holds: 'no crash, no prototype changed, no bad value become 0, none vanished',
  promised: written.length + 5_000,
  short: 40,
  async run({ count, seed, tell }) {
    const failures: string[] = [];
    const tally = { held: 0, refused: 0, values: 0 };
    const store = await openHeldStore();
    let current: HostileAnswer | undefined;
    const server = await startLoopbackServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(current?.body ?? '');
    });
    const asking = askAt(server.origin);
    const changes = watchPrototypes();
    try {
      for (let at = 0; at < count; at += 1) {
        const answer = toAnswer(at, count, seed);
        current = answer;
        const outcome = await tryAnswer(answer, at, asking, store);
        for (const wrong of [...outcome.wrong, ...changes()]) failures.push(`seed ${seed}, ${answer.what}: ${wrong}`);
        tally[outcome.isHeld ? 'held' : 'refused'] += 1;
        tally.values += outcome.values;
        if ((at + 1) % 500 === 0) tell(`${at + 1} of ${count}, ${failures.length} wrong`);
      }
      failures.push(...(await store.hold()).map((wrong) => `seed ${seed}: ${wrong}`));
    } finally {
      asking.close();
      await server.close();
      await store.close();
    }
    const byHand = countByHand(count);
    const told = `${byHand} by hand, ${count - byHand} generated, each for 3 operations (of ${LONG_CHARACTERS / 1024} kB and more for one in turn): ${tally.held} held, ${tally.refused} refused by name, ${tally.values} values compared`;
    return { reached: count, failures, told };
  },
};

/** Three of four in a short run. */
function countByHand(count: number): number {
  return Math.min(written.length, Math.ceil(count * 0.75));
}

/** The hand-written ones first; of a short run evenly spread over all of them. Made one by one: together they would fill the memory. */
function toAnswer(at: number, count: number, seed: number): HostileAnswer {
  const byHand = countByHand(count);
  const made = at - byHand;
  return made < 0 ? written[Math.floor((at * written.length) / byHand)]! : generated(seed, made, MADE_IDS + made * 10);
}

/** What is compared in seconds rather than milliseconds. */
const LONG_CHARACTERS = 256 * 1024;

function operationsFor({ body }: HostileAnswer, at: number): readonly (readonly [string, (typeof asks)[string]])[] {
  const all = Object.entries(asks);
  return body.length < LONG_CHARACTERS ? all : all.slice(at % all.length, (at % all.length) + 1);
}

interface Tried {
  readonly wrong: readonly string[];
  readonly isHeld: boolean;
  readonly values: number;
}

async function tryAnswer(
  answer: HostileAnswer,
  at: number,
  { client }: Asking,
  store: Awaited<ReturnType<typeof openHeldStore>>,
): Promise<Tried> {
  const wrong: string[] = [];
  const said = readSaid(answer.body);
  let held: Read | undefined;
  const operations = operationsFor(answer, at);
  for (const [operation, ask] of operations) {
    const read = await ask(client, answer).catch((fault: unknown) => faultOf(fault));
    if (typeof read === 'string') {
      if (answer.fate === 'held' || read !== REFUSED) wrong.push(`${operation}: ${read}`);
      continue;
    }
    if (answer.fate === 'refused') wrong.push(`${operation}: read ${read.records.length} records of it`);
    // A batch read gives no record that was not asked for, and none twice.
    const own = operation === 'batch read' ? said?.filter(({ id }) => answer.ids.includes(id)) : said;
    if (own) wrong.push(...findWrongValues(own, read.records), ...findWrongReceived(own, read));
    held ??= read;
  }
  if (held) wrong.push(...(await store.take(uniqueOf(held.records))));
  const values = said?.reduce((sum, { texts }) => sum + texts.size, 0) ?? 0;
  return { wrong, isHeld: held !== undefined, values: held ? values * operations.length : 0 };
}

/** Live answers are shown as they came. */
function findWrongReceived(said: NonNullable<ReturnType<typeof readSaid>>, { received }: Read): string[] {
  return said.flatMap(({ texts }, at) =>
    [...texts].flatMap(([name, json]) => {
      const properties = received[at]?.properties ?? {};
      const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return isReceived(json, value)
        ? []
        : [`received ${name.slice(0, 40)} is shown as ${JSON.stringify(value)?.slice(0, 80)}`];
    }),
  );
}

const REFUSED = 'refused by name';

function faultOf(fault: unknown): string {
  if (fault instanceof AppFailure) return fault.error.code === 'service-changed' ? REFUSED : `said ${fault.error.code}`;
  return `threw ${String(fault)}`;
}

/** An answer may name one record twice; the store holds one of them, the newest or of equals the last. */
function uniqueOf(records: readonly TimeLogRecord[]): TimeLogRecord[] {
  const newest = new Map<string, TimeLogRecord>();
  for (const each of records) {
    const known = newest.get(each.id);
    if (!known || each.updatedAt >= known.updatedAt) newest.set(each.id, each);
  }
  return [...newest.values()];
}
