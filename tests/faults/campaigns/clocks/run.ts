/** One run under wrong clocks: nothing is sent before the reset, and every record is in its own day, week and month. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { findDimension } from '#domain/reports/definition/dimensions.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { defaultSettings } from '#domain/settings.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import { differences, openDesk, type Desk } from '#tests/support/hosts/sync-desk.ts';
import { edgeRecords, expectedKeys, zones, type Unit, type Work } from './moments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RECORDS = 230;
const MORNING = Date.UTC(2026, 10, 21, 9);
const MINUTES = 'a552213_total_minutes';
/** With two requests a day the 230 are there on the second or third. */
const SMALL_QUOTA = 2;
/** A clock that is a day behind waits two days for each reset where no Date header corrects it. */
const MAX_DAYS = 12;

export const clocks = ['right', 'ahead', 'behind', 'midnight', 'no Date header'] as const;
export type Clock = (typeof clocks)[number];

interface Plan {
  readonly clock: Clock;
  readonly startAt: number;
  /** This computer's clock less the service's. */
  readonly skew: number;
  readonly dailyQuota: number;
}

function planOf(clock: Clock, draw: Seeded): Plan {
  const dailyQuota = draw.pick([SMALL_QUOTA, 1_000]);
  const given = { clock, startAt: MORNING, skew: 0, dailyQuota };
  switch (clock) {
    case 'right':
      return { ...given, startAt: draw.pick([MORNING, Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 10, 1, 5, 30)]) };
    case 'ahead':
      return { ...given, skew: 26 * HOUR };
    case 'behind':
      return { ...given, skew: -26 * HOUR };
    case 'midnight':
      return {
        ...given,
        startAt: Date.UTC(2026, 10, 21, 23, 59, 57),
        skew: draw.pick([0, 26 * HOUR, -26 * HOUR, 5 * MINUTE]),
      };
    // Without one only this computer's clock is left: behind, it waits too long, never too short.
    case 'no Date header':
      return { ...given, skew: draw.pick([0, -26 * HOUR]) };
  }
}

export async function runClock(seed: number, clock: Clock, device: string): Promise<string[]> {
  const draw = seeded(seed);
  const plan = planOf(clock, draw);
  const { records, work } = edgeRecords(draw, RECORDS);
  const folder = mkdtempSync(join(scratchPlace(), 'clocks-'));
  mkdirSync(join(folder, 'data'));
  const switches = {
    dates: draw.pick(['as-stored', 'iso', 'epoch'] as const),
    ids: draw.pick(['strings', 'numbers'] as const),
  };
  const { startAt, dailyQuota, skew } = plan;
  const millisecondsPerRead = clock === 'midnight' ? 1_400 : 0;
  const service = await startProvingService({
    given: records,
    startAt,
    frozen: true,
    dailyQuota,
    millisecondsPerRead,
    switches,
    seed,
  });
  const before = process.env['TZ'];
  // As on a computer in that zone.
  process.env['TZ'] = device;
  const { url, key } = service;
  const over = clock === 'no Date header' ? { fetch: dateless } : {};
  const desk = await openDesk({ url, key, folder: join(folder, 'data'), now: () => service.now() + skew, ...over });
  try {
    const wrong = await readAll(service, desk, plan);
    if (wrong.length === 0) wrong.push(...(await differences(desk.snapshot, service.control)));
    for (const zone of zones) wrong.push(...(await misplaced(desk.snapshot, work, zone, draw.chance(0.5))));
    return wrong;
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
    await desk.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const dateless: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const headers = new Headers(response.headers);
  headers.delete('date');
  return new Response(response.body, { status: response.status, headers });
};

/** Syncs until everything is there; between a 429 and its reset, by the service's clock, nothing may be sent. */
async function readAll({ control, now }: NearService, desk: Desk, { clock }: Plan): Promise<string[]> {
  const wrong: string[] = [];
  for (let day = 0; day < MAX_DAYS; day += 1) {
    for (let tries = 0; tries < 3; tries += 1) {
      const before = (await control.tally()).requests;
      const { status, stopped } = await desk.sync();
      if (status === 'complete') return wrong;
      if (stopped?.code !== 'quota-exhausted') {
        if (stopped) wrong.push(`stopped by ${stopped.code}`);
        await control.advance(5 * MINUTE);
        continue;
      }
      const reset = Math.floor(now() / DAY + 1) * DAY;
      // Without a request it is an older refusal that still holds here: its reset has passed.
      if ((await control.tally()).requests === before) await control.advance(reset - now());
      else wrong.push(...(await sentBefore(reset, desk, { control, now })));
      break;
    }
    await control.advance(MINUTE);
  }
  return [...wrong, `${clock}: not whole after ${MAX_DAYS} days`];
}

async function sentBefore(
  reset: number,
  desk: Desk,
  { control, now }: Pick<NearService, 'control' | 'now'>,
): Promise<string[]> {
  const before = (await control.tally()).requests;
  const left = reset - now();
  for (const share of [0, 0.1, 0.5, 0.95]) {
    await control.advance(Math.max(0, reset - left * (1 - share) - now()));
    await desk.sync();
  }
  const sent = (await control.tally()).requests - before;
  await control.advance(reset - now());
  return sent > 0 ? [`${sent} requests between a 429 and its reset`] : [];
}

async function misplaced(snapshot: Snapshot, work: readonly Work[], zone: string, sunday: boolean): Promise<string[]> {
  const wrong: string[] = [];
  const asked: readonly (readonly ['clock' | 'recorded', Unit])[] = [
    ['clock', 'day'],
    ['clock', 'week'],
    ['clock', 'month'],
    ['recorded', 'week'],
    ['recorded', 'month'],
  ];
  for (const [calendar, unit] of asked) {
    const shown = await keysIn(snapshot, unit, { zone, calendar, sunday });
    const expected = expectedKeys(work, unit, { zone, calendar, sunday });
    const keys = [...new Set([...shown.keys(), ...expected.keys()])];
    const off = keys.filter((key) => shown.get(key) !== expected.get(key));
    const [first = ''] = off;
    if (off.length > 0)
      wrong.push(
        `${off.length} of ${calendar} ${unit}s in ${zone}, such as ${first}: ${shown.get(first)}, not ${expected.get(first)}`,
      );
  }
  return wrong;
}

async function keysIn(
  snapshot: Snapshot,
  unit: Unit,
  {
    zone,
    calendar,
    sunday,
  }: { readonly zone: string; readonly calendar: 'clock' | 'recorded'; readonly sunday: boolean },
): Promise<Map<string, number>> {
  const measures = [findMeasure(MINUTES) ?? fail(MINUTES)];
  const report = { measures, groupBy: [findDimension(unit) ?? fail(unit)], filterGroups: [], query: '' };
  const settings = { ...defaultSettings, weekStart: sunday ? ('sunday' as const) : ('monday' as const) };
  const { rows } = await snapshot.report(report, { zone, calendar, settings });
  return new Map(rows.map(({ key, values }) => [String(key[unit]), Number(values[MINUTES])]));
}

function fail(name: string): never {
  throw new TypeError(`There is no ${name}`);
}
