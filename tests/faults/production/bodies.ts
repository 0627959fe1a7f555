/** Bodies as the upstream's structure allows them arrive as they were sent, but for the names of properties. */
import { isDeepStrictEqual } from 'node:util';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import { createService } from '#service/server.ts';
import { createHttpUpstream } from '#service/upstream/http.ts';
import { LocalPermits } from '#service/upstream/permits.ts';
import { judge, type Result } from '../edges/result.ts';
import { LIST, SEARCH } from '../edges/service.ts';
import { startCrm } from './fake-crm.ts';

const vocabulary = { system: 'crm_', owner: 'vendor_' };
const PLENTY = { count: 100_000, seconds: 1 };

/** A part of a body as a caller writes it, and as it must arrive. */
type Pair = readonly [sent: unknown, arrives: unknown];

export async function tryBodies(count: number, seed: number): Promise<Result> {
  const crm = await startCrm({ milliseconds: () => 0 });
  const permits = new LocalPermits({ callRate: PLENTY, searchRate: PLENTY });
  const upstream = createHttpUpstream({ url: crm.url, token: () => 'token', vocabulary, permits });
  const service = await createService({ upstream, dailyQuota: count + 1 });
  const chance = seeded(seed);
  const wrong: string[] = [];
  try {
    for (let n = 0; n < count; n += 1) {
      const isSearch = chance.next() < 0.7;
      const [sent, arrives] = isSearch ? makeSearch(chance) : makeBatch(chance);
      const text = JSON.stringify(sent);
      const answer = await fetch(service.url + (isSearch ? SEARCH : `${LIST}/batch/read`), {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: text,
      });
      const said = await answer.text();
      const arrived: unknown = answer.status === 200 ? JSON.parse(crm.bodies.at(-1) ?? 'null') : said;
      if (!isDeepStrictEqual(arrived, JSON.parse(JSON.stringify(arrives))))
        wrong.push(`${text} → ${JSON.stringify(arrived)}`);
    }
    return judge(
      `${count} bodies (seed ${seed}): ${count - wrong.length} arrived as they were sent`,
      ...wrong.slice(0, 5).map((line) => [false, line] as const),
      [wrong.length === 0, `${wrong.length} did not`],
    );
  } finally {
    await service.close();
    crm.close();
  }
}

const names: readonly Pair[] = [
  ['a552213_total_minutes', 'a552213_total_minutes'],
  ['sys_createdate', 'crm_createdate'],
  ['platform_owner_id', 'vendor_owner_id'],
  ['undeclared', 'undeclared'],
  ['sysadmin', 'sysadmin'],
];
/** Where the interface knows no name they are not touched, whatever they look like. */
const values = [
  'x',
  '',
  'sys_createdate',
  'platform_x',
  'ü “ 🙂',
  0,
  -1,
  1.5,
  1e21,
  true,
  null,
  ['sys_a'],
  { sys_a: 'sys_b' },
];

const same = (value: unknown): Pair => [value, value];
const pickName = (chance: Seeded) => chance.pick(names);

function makeList(chance: Seeded, make: (chance: Seeded) => Pair): Pair {
  const pairs = Array.from({ length: chance.between(0, 3) }, () => make(chance));
  return [pairs.map(([sent]) => sent), pairs.map(([, arrives]) => arrives)];
}

/** Each field may be there or not, and now and then is null; and further ones come along. */
function makeObject(
  chance: Seeded,
  fields: Readonly<Record<string, (chance: Seeded) => Pair>>,
  needed: readonly string[] = [],
): Pair {
  const pairs: [string, Pair][] = [];
  for (const [name, make] of Object.entries(fields)) {
    const dice = chance.next();
    if (!needed.includes(name) && dice < 0.3) continue;
    pairs.push([name, !needed.includes(name) && dice < 0.4 ? same(null) : make(chance)]);
  }
  if (chance.next() < 0.5)
    pairs.push([chance.pick(['extra', 'sys_extra', 'associatedWith', '__proto__']), same(chance.pick(values))]);
  return [
    Object.fromEntries(pairs.map(([name, [sent]]) => [name, sent])),
    Object.fromEntries(pairs.map(([name, [, arrives]]) => [name, arrives])),
  ];
}

const makeFilter = (chance: Seeded) =>
  makeObject(chance, {
    propertyName: pickName,
    operator: () => same(chance.pick(['EQ', 'IN', 'BETWEEN', 'HAS_PROPERTY', 'SOMETHING_NEW'])),
    value: () => same(chance.pick(values)),
    highValue: () => same(chance.pick(values)),
    values: () => same([chance.pick(values), chance.pick(values)]),
  });

function makeSort(chance: Seeded): Pair {
  const [sent, arrives] = pickName(chance);
  if (chance.next() < 0.3) return [sent, arrives];
  if (chance.next() < 0.3) return [`-${String(sent)}`, `-${String(arrives)}`];
  return makeObject(chance, {
    propertyName: pickName,
    direction: () => same(chance.pick(['ASCENDING', 'DESCENDING', 'up'])),
  });
}

const makeSearch = (chance: Seeded) =>
  makeObject(chance, {
    limit: () => same(chance.pick([0, 1, 100, 200, '50', -3])),
    after: () => same(chance.pick([0, 100, '100', '', '9007199254740993'])),
    query: () => same(chance.pick(['', 'sys_createdate', 'ü “ 🙂'])),
    properties: () => makeList(chance, pickName),
    sorts: () => makeList(chance, makeSort),
    filterGroups: () => makeList(chance, () => makeObject(chance, { filters: () => makeList(chance, makeFilter) })),
  });

const makeBatch = (chance: Seeded) =>
  makeObject(chance, {
    inputs: () =>
      makeList(chance, () =>
        makeObject(chance, { id: () => same(chance.pick(['1', 'sys_1', 17, '9007199254740993'])) }),
      ),
    properties: () => makeList(chance, pickName),
    propertiesWithHistory: () => makeList(chance, pickName),
    idProperty: () => same('a552213_record_id'),
  });
