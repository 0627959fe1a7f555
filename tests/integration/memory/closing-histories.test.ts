import { expect, it } from 'vitest';
import type { Output } from '#contract/api.ts';
import { Random } from '#service/random.ts';
import { chooseCases, chooseSize, secondTier } from '#tests/support/tier.ts';
import { accept, ofClient, useClosingDesk } from '#tests/support/worlds/closing-desk.ts';
import { readClosing, withoutNothing } from '#tests/support/worlds/closing-witness.ts';

const desk = useClosingDesk();
const { ask, begin, close, fill, label, refresh, refusal } = desk;

const kinds = ['insert', 'edit', 'edit', 'edit', 'remove', 'shift', 'shift', 'object', 'label', 'archive'] as const;

/** The world changes as a firm's does: entries, corrections, deletions, other months, other objects, other names. */
async function edit(random: Random, months: readonly string[], only?: (typeof kinds)[number]): Promise<void> {
  const { world, control } = desk.service;
  const live = [...desk.witness.live()];
  const month = random.pick(months);
  const ofMonth = [...desk.witness.scope(month).keys()];
  const [drawn] = random.pick(live);
  const touched = [...desk.witness.closings.values()].flatMap(({ standing, touched: ids }) =>
    standing ? [...ids] : [],
  );
  const known = touched.filter((each) => desk.witness.live().has(each));
  // What was decided before changes again more often than anything else.
  const again = known.length > 0 && random.chance(0.4) ? random.pick(known) : undefined;
  const id = again ?? (ofMonth.length > 0 && random.chance(0.8) ? random.pick(ofMonth) : drawn);
  const kind = only ?? random.pick(kinds);
  if (kind === 'insert') await control.move({ kind, month });
  else if (kind === 'shift') await control.move({ kind, ids: [id], to: random.pick([month, null]) });
  else if (kind === 'object') {
    const [, other] = random.pick(live);
    const { a552213_assoc_obj_type, a552213_assoc_record_id } = other.properties;
    const own = world.at(world.findSlot(Number(id)) ?? 0);
    world.replace({
      ...own,
      updatedAt: desk.service.now(),
      properties: { ...own.properties, a552213_assoc_obj_type, a552213_assoc_record_id },
    });
  } else if (kind === 'label') {
    const key = desk.witness.objectOf(id);
    await label(key, random.pick([...desk.witness.labels.values()]).client, random.pick(['EUR', 'USD', null]));
  } else await control.move({ kind, ids: [id] });
}

async function expectAsWitnessed(number: number): Promise<void> {
  const told = await readClosing(ask, number);
  expect(told.drift, `drift of closing ${number}`).toEqual(desk.witness.drift(number));
  expect(withoutNothing(told.equation), `equation of closing ${number}`).toEqual(
    withoutNothing(desk.witness.equation(number)),
  );
  expect(told.holds).toBe(true);
}

it(
  'finds every edit after a closing, line by line, and the equation holds by currency',
  { timeout: 3_600_000, ...secondTier },
  async () => {
    await begin(chooseSize(200, 300), 5);
    const random = new Random(3, 'edits');
    // Enough of them that some stay where they were until their object is labelled anew.
    await fill('2026-10', chooseSize(40, 70));
    const numbers = await close('2026-10');
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    for (const kind of kinds) await edit(random, ['2026-10'], kind);
    const seen = new Set<string>();
    const EDITS = Number(process.env['EDITS'] ?? chooseSize(16, 300));
    for (let done = 0; done < EDITS;) {
      for (let left = random.between(1, 20); left > 0; left -= 1, done += 1) await edit(random, ['2026-09', '2026-10']);
      await refresh(true);
      for (const number of numbers) {
        await expectAsWitnessed(number);
        for (const { kind } of desk.witness.drift(number).values()) seen.add(kind);
      }
    }
    expect(seen).toEqual(new Set(['changed', 'appeared', 'vanished', 'moved', 'relabelled']));
  },
);

// Each run has a history for every client and month: 8 of them, or 40 in each of two runs, and of 25 in the campaign.
it.each(Array.from({ length: Number(process.env['HISTORIES'] ?? chooseSize(1, 2)) }, (_, run) => run))(
  'keeps each billable record in one state through any history, and bills none twice (run %i)',
  { timeout: 3_600_000, ...secondTier },
  async (run) => {
    const months = chooseCases(2, ['2026-10', '2026-09', '2026-08', '2026-07']);
    await begin(chooseSize(200, 500), chooseSize(4, 10));
    const random = new Random(run, 'histories');
    for (const month of months) await fill(month, chooseSize(40, 70));
    const standing = () => [...desk.witness.closings.values()].filter((closing) => closing.standing);
    let decided = 0;
    const ROUNDS = chooseSize(2, 20);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let each = random.between(5, 30); each > 0; each -= 1) await edit(random, months);
      await refresh(true);
      for (let each = chooseSize(6, 20); each > 0; each -= 1) {
        const closing = standing().length > 0 ? random.pick(standing()) : undefined;
        const act = closing ? random.pick(['close', 'decide', 'decide', 'decide', 'decide', 'end'] as const) : 'close';
        if (act === 'close') {
          const input = { period: random.pick(months), ...accept };
          if ((await refusal('closings.create', { ...input, dryRun: true })) === undefined) {
            const result = await desk.app.call('closings.create', input);
            if (result.ok) {
              const { closings } = result.value as Output<'closings.create'>;
              for (const { number, client } of closings) desk.witness.close(number, input.period, client);
              // What changes is decided of what was sent; some closings are not.
              for (const { client } of closings)
                if (client !== null && random.chance(0.9))
                  await desk.app.call('sent.elsewhere', {
                    period: input.period,
                    filterGroups: ofClient(client),
                    reason: 'Drawn',
                  });
            }
          }
        } else if (act === 'decide' && closing) {
          const ids = [...desk.witness.drift(closing.number).keys()].filter(() => random.chance(0.6));
          const decision = random.pick(['adjust', 'next', 'ignore'] as const);
          if (ids.length === 0) continue;
          // Refused where nothing was sent, or what came later is billed elsewhere.
          const refused = await refusal('closings.decide', { number: closing.number, ids, decision, reason: 'Drawn' });
          if (refused) {
            expect(refused).toMatchObject({ detail: expect.stringMatching(/was sent yet|billed by/) });
            continue;
          }
          decided += 1;
          desk.witness.decide(closing.number, ids, decision);
        } else if (closing && random.chance(0.3)) {
          const method = random.pick(['closings.reopen', 'closings.cancel'] as const);
          // Refused where a later closing bills one of its lines.
          if ((await refusal(method, { number: closing.number, reason: 'Drawn' })) === undefined)
            desk.witness.end(closing.number);
        }
      }
      for (const { number } of standing()) await expectAsWitnessed(number);
      for (const id of desk.witness.live().keys()) expect(desk.witness.holders(id).length, id).toBeLessThanOrEqual(1);
      for (const month of months) {
        const { sums } = await ask('closings.states', { period: month });
        const told: Record<string, number> = {};
        for (const { state, figures } of sums) {
          // The witness knows neither what waits nor what an invoice has of closings that were cancelled.
          const name = state === 'next' ? 'adjusted' : state === 'billed' ? 'open' : state;
          told[name] = figures.reduce((sum, { records }) => sum + records, told[name] ?? 0);
        }
        const expected: Record<string, number> = {};
        for (const id of desk.witness.scope(month).keys())
          expected[desk.witness.stateOf(id)] = (expected[desk.witness.stateOf(id)] ?? 0) + 1;
        expect(told).toEqual(expected);
      }
    }
    expect(decided).toBeGreaterThan(0);
    // What was charged of each record, over all that was written, is what one closing charges of it.
    const charged = new Map<string, number>();
    for (const closing of standing())
      for (const id of closing.charged.keys()) charged.set(id, (charged.get(id) ?? 0) + 1);
    expect([...charged.values()].filter((times) => times > 1)).toEqual([]);
    const { closings } = await ask('closings.list', {});
    expect(closings.map(({ number }) => number)).toEqual(closings.map((_, at) => at + 1));
  },
);
