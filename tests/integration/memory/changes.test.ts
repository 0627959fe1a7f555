/** What changed between two moments, held against sums over what a person could have listed at both, part by part and to the last digit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Method, Output } from '#contract/api.ts';
import { createApp, type App } from '#electron/app/app.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { changeParts, type ChangePart } from '#domain/reports/bridge/split.ts';
import { propertyNames } from '#domain/properties.ts';
import type { Directory } from '#domain/people/directory.ts';
import type { Settings } from '#domain/settings.ts';
import { Random } from '#service/random.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-10-05T08:00:00Z');
const STEPS = chooseSize(4, 40);
const PAIRS = Number(process.env['SPANS'] ?? chooseSize(8, 100));

let folder: string;
let service: NearService;
let app: App;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'changes-'));
  service = await startProvingService({ records: 160, seed: 23, startAt: START, frozen: true, asOf: '2026-10-05' });
  app = await createApp({
    host: quietHost({ secrets: memorySecrets() }),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    rate: 0,
    now: service.now,
  });
  await ask('workspace.connect', { baseUrl: service.url, key: service.key });
});
afterEach(async () => {
  await app.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask<M extends Method>(method: M, input: unknown): Promise<Output<M>> {
  const result = await app.call(method, input);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value as Output<M>;
}

const {
  objectType,
  objectId,
  owner,
  month,
  totalMinutes,
  totalHours,
  billableMinutes,
  billableHours,
  billableAmount,
  billableAmountAuto,
} = propertyNames;
const columns = [
  objectType,
  objectId,
  owner,
  month,
  totalMinutes,
  totalHours,
  billableMinutes,
  billableHours,
  billableAmount,
  billableAmountAuto,
];

type Values = Readonly<Record<string, string | null>>;

/** All that a person could have listed at a moment. */
interface Seen {
  readonly merge: number;
  readonly records: ReadonlyMap<string, Values>;
  readonly names: Directory;
  readonly settings: Settings;
}

async function look(): Promise<Seen> {
  const { rows, total } = await ask('records.page', { columns, offset: 0, limit: 500 });
  expect(rows.length).toBe(total);
  const { merges } = await ask('memory.merges', { limit: 1 });
  return {
    merge: merges[0]?.number ?? 0,
    records: new Map(rows.map(({ id, values }) => [id, values])),
    names: await ask('names.list', {}),
    settings: await ask('settings.get', {}),
  };
}

interface Asked {
  readonly client?: string;
  readonly person?: string;
  readonly month?: string;
}

interface Counted {
  readonly client: string | null;
  readonly person: string | null;
  readonly logged: bigint;
  readonly billable: bigint;
  readonly value: bigint;
}

/** How a record counts; undefined where the question does not select it. */
function countRecord(
  values: Values | undefined,
  { names, settings }: Pick<Seen, 'names' | 'settings'>,
  asked: Asked & { readonly currency: string | null },
): Counted | undefined {
  if (!values) return undefined;
  const of = (name: string) => values[name] ?? null;
  const object = names.objects[`${of(objectType)}:${of(objectId)}`];
  const client = object?.client ?? null;
  const person = of(owner);
  if (asked.client !== undefined && client?.toLowerCase() !== asked.client.toLowerCase()) return undefined;
  if (asked.person !== undefined && person !== asked.person) return undefined;
  if (asked.month !== undefined && of(month) !== `${asked.month}-01`) return undefined;
  const time = (minutes: string | null, hours: string | null) =>
    minutes === null ? 60n * toUnits(hours ?? '0') : toUnits(minutes);
  const [recorded, auto] = [of(billableAmount), of(billableAmountAuto)];
  const amounts = settings.amounts ?? 'recorded';
  const amount = amounts === 'auto' ? auto : amounts === 'recorded' ? recorded : (recorded ?? auto);
  const currency = object?.currency ?? settings.currency ?? null;
  return {
    client: client?.toLowerCase() ?? null,
    person,
    logged: time(of(totalMinutes), of(totalHours)),
    billable: time(of(billableMinutes), of(billableHours)),
    value: currency === asked.currency ? toUnits(amount ?? '0') : 0n,
  };
}

const measures = ['logged', 'billable', 'value'] as const;
type Sums = Record<(typeof measures)[number], bigint>;

/** By group (undefined: all) and part. */
class Parts {
  readonly sums = new Map<string, Sums>();

  add(part: string, counted: Counted | undefined, sign: 1n | -1n, by: 'client' | 'person'): void {
    if (!counted) return;
    for (const group of ['all', `of ${counted[by]}`]) {
      const key = `${part} ${group}`;
      const sums = this.sums.get(key) ?? { logged: 0n, billable: 0n, value: 0n };
      for (const measure of measures) sums[measure] += sign * counted[measure];
      this.sums.set(key, sums);
    }
  }

  print(): Record<string, string> {
    const moved = [...this.sums].filter(([, sums]) => measures.some((measure) => sums[measure] !== 0n));
    return Object.fromEntries(moved.map(([key, sums]) => [key, measures.map((m) => formatUnits(sums[m])).join(' ')]));
  }
}

function split(a: Seen, b: Seen, asked: Asked & { readonly currency: string | null }, by: 'client' | 'person'): Parts {
  const parts = new Parts();
  for (const id of new Set([...a.records.keys(), ...b.records.keys()])) {
    const [was, is] = [a.records.get(id), b.records.get(id)];
    const [then, now] = [countRecord(was, a, asked), countRecord(is, b, asked)];
    parts.add('before', then, 1n, by);
    parts.add('after', now, 1n, by);
    if (!was) parts.add('appeared', now, 1n, by);
    else if (!is) parts.add('vanished', then, -1n, by);
    else {
      const relabelled = countRecord(was, b, asked);
      parts.add('relabelled', then, -1n, by);
      parts.add('relabelled', relabelled, 1n, by);
      const part: ChangePart = !relabelled ? 'moved-in' : now ? 'changed' : 'moved-out';
      parts.add(part, relabelled, -1n, by);
      parts.add(part, now, 1n, by);
    }
  }
  return parts;
}

type Sides = Pick<Output<'memory.changes'>, 'before' | 'after' | 'parts'>;

function toParts({ groups, ...all }: Sides & Pick<Output<'memory.changes'>, 'groups'>): Record<string, string> {
  const list = (group: string, { parts }: Sides) =>
    Object.entries(parts).map(([part, sums]) => [`${part} ${group}`, measures.map((m) => sums[m]).join(' ')] as const);
  return Object.fromEntries([
    ...list('all', all),
    ...groups.flatMap(({ key, ...sides }) => list(`of ${key?.toLowerCase() ?? null}`, sides)),
  ]);
}

/** The world changes as a firm's does, and some of it without a new time of modification. */
async function changeWorld(random: Random): Promise<void> {
  const { control } = service;
  await control.move({ kind: 'mix', count: random.between(3, 30) });
  if (random.chance(0.5)) {
    const { ids } = await ask('names.recorded', {});
    const objects = ids.filter(({ kind }) => kind !== 'person');
    const chosen = Array.from({ length: 4 }, () => objects[random.between(0, objects.length - 1)]);
    await ask('names.keep', {
      owners: {},
      objects: Object.fromEntries(
        chosen.flatMap((object) =>
          object
            ? [
                [
                  `${object.kind}:${object.id}`,
                  {
                    name: `Name ${random.between(0, 5)}`,
                    client: random.pick(['Acme', 'ACME', 'Ölwerk', null]),
                    currency: random.pick(['EUR', 'USD', null]),
                  },
                ],
              ]
            : [],
        ),
      ),
    });
  }
  if (random.chance(0.3))
    await ask('settings.set', {
      amounts: random.pick(['recorded', 'auto', 'recorded-else-auto']),
      currency: random.pick(['EUR', 'CHF', null]),
    });
}

it(
  'splits any change into parts that add up to the last digit, by client and by person, too',
  { timeout: 1_800_000, ...secondTier },
  async () => {
    const random = new Random(5, 'changes');
    await ask('sync.run', {});
    const seen = [await look()];
    for (let step = 0; step < STEPS; step += 1) {
      await changeWorld(random);
      if (random.chance(0.2)) seen.push(await look());
      await service.control.advance(random.between(1, 3) * DAY);
      await ask('sync.run', random.chance(0.3) ? { full: true } : {});
      seen.push(await look());
    }
    const met = new Set<string>();
    const months = [...new Set(seen.flatMap(({ records }) => [...records.values()].map((values) => values[month])))];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const [from, to] = [random.between(0, seen.length - 1), random.between(0, seen.length - 1)].toSorted(
        (x, y) => x - y,
      );
      const [a, b] = [seen[from ?? 0], seen[to ?? 0]];
      if (!a || !b) continue;
      const moved = [...a.records].find(([id, values]) => {
        const later = b.records.get(id);
        return later && (later[month] !== values[month] || later[owner] !== values[owner]);
      })?.[1];
      const asked: Asked = random.pick([
        {},
        { client: 'acme' },
        { month: (moved?.[month] ?? random.pick(months))?.slice(0, 7) ?? '2026-09' },
        { person: moved?.[owner] ?? [...a.records.values()][0]?.[owner] ?? '' },
      ]);
      const by = random.pick(['client', 'person'] as const);
      const filters = [
        ...(asked.client === undefined ? [] : [{ propertyName: 'client', operator: 'EQ', value: asked.client }]),
        ...(asked.person === undefined ? [] : [{ propertyName: owner, operator: 'EQ', value: asked.person }]),
      ];
      const question = {
        since: `#${a.merge}`,
        ...(to === seen.length - 1 && random.chance(0.5) ? {} : { until: `#${b.merge}` }),
        filterGroups: filters.length === 0 ? [] : [{ filters }],
        ...(asked.month !== undefined && { period: asked.month }),
        by,
      };
      const { by: _by, ...rest } = question;
      const answer = await ask('memory.changes', question);
      const expected = split(a, b, { ...asked, currency: answer.currency }, by);
      const { before, after } = answer;
      const sides = { before: expected.sums.get('before all'), after: expected.sums.get('after all') };
      for (const measure of measures) {
        expect(before[measure]).toBe(formatUnits(sides.before?.[measure] ?? 0n));
        expect(after[measure]).toBe(formatUnits(sides.after?.[measure] ?? 0n));
        // The parts foot.
        const moved = Object.values(answer.parts).reduce((sum, sums) => sum + toUnits(sums[measure]), 0n);
        expect(toUnits(before[measure]) + moved).toBe(toUnits(after[measure]));
      }
      const { sums: _, ...printed } = { sums: expected.sums, ...expected.print() };
      const parts = Object.fromEntries(Object.entries(printed).filter(([key]) => !/^(?:before|after) /.test(key)));
      expect(toParts(answer)).toEqual(parts);
      for (const part of Object.keys(answer.parts)) met.add(part);
      // The records behind a part move its sum.
      for (const part of changeParts) {
        if (part === 'relabelled' || part === 'changed') continue;
        const { changes, total } = await ask('memory.changed', { ...rest, part, limit: 500 });
        expect(total).toBe(answer.counts[part]);
        const logged = changes.reduce(
          (sum, { was, is }) =>
            sum + (is?.isSelected ? toUnits(is.logged) : 0n) - (was?.isSelected ? toUnits(was.logged) : 0n),
          0n,
        );
        if (answer.counts.relabelled === 0) expect(formatUnits(logged)).toBe(answer.parts[part]?.logged ?? '0');
      }
    }
    expect([...met].toSorted()).toEqual([...changeParts].toSorted());
  },
);
