/** Random sequences of files, marks, withdrawals and refusals, against a model that knows nothing of the register but its rules. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Input } from '#contract/api.ts';
import { AppFailure } from '#contract/errors.ts';
import type { Destination } from '#electron/host/host.ts';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';
import { openAppWorld, worldRecords, type AppWorld } from '#tests/support/worlds/app-world.ts';

const SEQUENCES = Number(process.env['SEQUENCES'] ?? chooseSize(4, 100));
/** The register of one app grows, and each of its lists with it. */
const MAX_A_WORLD = 50;
const RECORDS = 8;
const ids = Array.from({ length: RECORDS }, (_, at) => String(at + 1));
/** Every fourth has no billable time. */
const billable = ids.filter((_, at) => at % 4 !== 3);

let folder: string;
let world: AppWorld | undefined;
let destination: Destination | undefined;
let sequences = 0;
/** Entries of earlier sequences, all withdrawn. */
let earlier = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sent-sequences-'));
});
afterAll(async () => {
  await world?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function openWorld(): Promise<AppWorld> {
  if (world && sequences % MAX_A_WORLD !== 0) return world;
  await world?.dispose();
  const records = ids.map((id) => ({
    title: `Record ${id}`,
    month_year: '2026-10-01',
    first_start_date: '2026-10-05T08:00:00Z',
    total_minutes: '60',
    billable_minutes: billable.includes(id) ? '60' : '0',
  }));
  world = await openAppWorld(worldRecords(records), { chooseDestination: async () => destination });
  earlier = 0;
  return world;
}

const some = fc.subarray(ids, { minLength: 1, maxLength: 5 });
const reason = fc.option(fc.constantFrom('Moved', 'Asked for again'), { nil: undefined, freq: 2 });
const nth = fc.nat({ max: 5 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('file'),
      of: some,
      bills: fc.constantFrom(true, true, false),
      again: reason,
    }),
  },
  // What is not billed yet of them, whatever that is by then.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rest'), of: some }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('left'), of: some }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mark'), of: some }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('withdraw', 'restore', 'restore'), nth }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Entry {
  readonly of: readonly string[];
  readonly bills: boolean;
  readonly again: string | undefined;
  isWithdrawn: boolean;
}

/** The rules, and nothing of how they are kept. */
class Model {
  readonly entries: Entry[] = [];

  billing(id: string): Entry[] {
    return this.entries.filter(({ of, bills, isWithdrawn }) => bills && !isWithdrawn && of.includes(id));
  }
  isBilled = (id: string) => this.billing(id).length > 0;
  open = (of: readonly string[]) => of.filter((id) => billable.includes(id) && !this.isBilled(id));

  /** @returns whether it may leave */
  add(of: readonly string[], bills: boolean, again?: string): boolean {
    if (bills && again === undefined && of.some(this.isBilled)) return false;
    this.entries.push({ of, bills, again, isWithdrawn: false });
    return true;
  }
}

const where = (of: readonly string[], ...more: readonly Filter[]): FilterGroups => [
  { filters: [{ propertyName: 'sys_object_id', operator: 'IN', values: of }, ...more] },
];
const notBilled: readonly Filter[] = [
  { propertyName: 'billable', operator: 'EQ', value: 'true' },
  { propertyName: 'billed', operator: 'EQ', value: 'false' },
];

/** @returns whether it was done; false where it was refused */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof AppFailure && ['usage', 'nothing-matched'].includes(error.error.code)) return false;
    throw error;
  }
}

async function take({ call }: AppWorld, model: Model, taken: Step): Promise<void> {
  const write = (filterGroups: FilterGroups, options: Pick<Input<'export.run'>, 'bills' | 'again'>) => {
    destination = { path: join(folder, 'file.jsonl'), replaces: true };
    return attempt(() => call('export.run', { format: 'jsonl', columns: ['title'], filterGroups, ...options }));
  };
  switch (taken.kind) {
    case 'file': {
      const { of, bills, again } = taken;
      const options = { ...(bills && { bills }), ...(bills && again !== undefined && { again }) };
      const isAllowed = model.add(of, bills, bills ? again : undefined);
      expect(await write(where(of), options)).toBe(isAllowed);
      return;
    }
    case 'rest': {
      const open = model.open(taken.of);
      if (open.length > 0) model.add(open, true);
      expect(await write(where(taken.of, ...notBilled), { bills: true })).toBe(open.length > 0);
      return;
    }
    case 'left': {
      // The person leaves the dialog without a place for the file.
      destination = undefined;
      await call('export.run', { format: 'jsonl', filterGroups: where(taken.of) });
      return;
    }
    case 'mark': {
      const open = model.open(taken.of);
      if (open.length > 0) model.add(open, true);
      const marking = () => call('sent.elsewhere', { filterGroups: where(taken.of), reason: 'On paper' });
      expect(await attempt(marking)).toBe(open.length > 0);
      return;
    }
    case 'withdraw':
    case 'restore': {
      const isBack = taken.kind === 'restore';
      const fitting = model.entries.filter(({ isWithdrawn }) => isWithdrawn === isBack);
      const entry = fitting[taken.nth % fitting.length];
      if (!entry) return;
      const number = earlier + model.entries.indexOf(entry) + 1;
      const isAllowed = !isBack || !entry.bills || entry.again !== undefined || !entry.of.some(model.isBilled);
      const state = isBack ? 'saved' : 'withdrawn';
      expect(await attempt(() => call('sent.settle', { number, state }))).toBe(isAllowed);
      if (isAllowed) entry.isWithdrawn = !isBack;
    }
  }
}

async function compare({ call }: AppWorld, model: Model): Promise<void> {
  const idsOf = async (filters: readonly Filter[]) => {
    const page = await call('records.page', { filterGroups: [{ filters }], columns: ['title'], limit: 100 });
    return page.rows.map(({ id }) => id);
  };
  const billed = await idsOf([{ propertyName: 'billed', operator: 'EQ', value: 'true' }]);
  expect(billed).toEqual(ids.filter(model.isBilled));
  expect(await idsOf(notBilled)).toEqual(model.open(ids));
  const { files } = await call('sent.list', {});
  const own = files.slice(0, files.length - earlier).toReversed();
  expect(own.map(({ bills, state, records }) => [bills, state === 'withdrawn', records])).toEqual(
    model.entries.map(({ bills, isWithdrawn, of }) => [bills, isWithdrawn, of.length]),
  );
  for (const id of ids) {
    const unexplained = model.billing(id).filter(({ again }) => again === undefined);
    expect(unexplained.length, `${id} is billed twice without a reason`).toBeLessThanOrEqual(1);
  }
}

it(
  `${SEQUENCES} random sequences leave every record in one state, and none billed twice without its reason`,
  { timeout: 3_600_000, ...secondTier },
  async () => {
    const seen = { refused: 0, billed: 0, again: 0 };
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 10 }), async (steps) => {
      const own = await openWorld();
      sequences += 1;
      const model = new Model();
      for (const taken of steps) {
        const before = model.entries.length;
        await take(own, model, taken);
        if (taken.kind === 'file' && model.entries.length === before) seen.refused += 1;
        await compare(own, model);
      }
      seen.billed += ids.filter(model.isBilled).length;
      seen.again += ids.filter((id) => model.billing(id).length > 1).length;
      for (const [at, { isWithdrawn }] of model.entries.entries())
        if (!isWithdrawn) await own.call('sent.settle', { number: earlier + at + 1, state: 'withdrawn' });
      earlier += model.entries.length;
    });
    await fc.assert(property, { numRuns: SEQUENCES, endOnFailure: true });
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
  },
);
