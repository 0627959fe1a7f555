import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { propertyNames } from '#domain/properties.ts';
import { accept, byCurrency, ofClient, useClosingDesk } from '#tests/support/worlds/closing-desk.ts';
import { secondTier } from '#tests/support/tier.ts';

const desk = useClosingDesk();
const { ask, begin, close, credit, insertLate, lineOf, nextOf, open, refresh, refusal, send, sendElsewhere } = desk;

it('writes adjustments as reversal and rebooking', secondTier, async () => {
  await begin(200, 2);
  await close('2026-10', 'Client 0');
  await sendElsewhere('2026-10', 'Client 0');
  const [id = ''] = desk.witness.scope('2026-10', 'Client 0').keys();
  await desk.service.control.move({ kind: 'edit', ids: [id] });
  await refresh();
  await ask('closings.decide', { number: 1, decision: 'adjust', reason: 'Corrected' });
  desk.destination = { path: join(desk.folder, 'adjustments.csv') };
  expect(await ask('closings.adjust', { number: 1 })).toMatchObject({ file: 'adjustments.csv', lines: 2 });
  const [, reversal = '', rebooking = ''] = readFileSync(desk.destination.path, 'utf8').split('\r\n');
  expect(reversal).toMatch(new RegExp(`^1,.*2026-10.*,Client 0,${id},reversal,-`));
  expect(rebooking).toMatch(new RegExp(`^1,.*2026-10.*,Client 0,${id},rebooking,\\d`));
  const [table] = (await ask('sent.list', {})).files;
  expect(table).toMatchObject({ number: 2, of: 'adjustments', bills: true, state: 'saved', client: 'Client 0' });
  expect(await ask('export.verify', {})).toMatchObject({ sent: { file: { number: 2 }, counts: null } });
  // A table that never left has no lines; one that is out again has them once.
  expect(await refusal('closings.adjust', { number: 1 })).toMatchObject({
    detail: expect.stringContaining('adjustments.csv'),
  });
  await ask('sent.settle', { number: 2, state: 'withdrawn' });
  desk.destination = { path: join(desk.folder, 'second.csv') };
  await ask('closings.adjust', { number: 1 });
  expect(await refusal('sent.settle', { number: 2, state: 'saved' })).toMatchObject({
    detail: expect.stringContaining('Another table of closing 1'),
  });
  // A place that cannot be written to leaves neither step nor file.
  await ask('sent.settle', { number: 3, state: 'withdrawn' });
  mkdirSync(join(desk.folder, 'taken.csv'));
  desk.destination = { path: join(desk.folder, 'taken.csv') };
  expect(await refusal('closings.adjust', { number: 1 })).toMatchObject({ code: 'write-failed' });
  desk.destination = { path: join(desk.folder, 'third.csv') };
  expect(await ask('closings.adjust', { number: 1 })).toMatchObject({ file: 'third.csv', lines: 2 });
  // In a register that was begun anew another file has the number of a table.
  await desk.shut();
  for (const name of readdirSync(join(desk.folder, 'workspaces/default')).filter((each) =>
    each.startsWith('sent.sqlite'),
  ))
    rmSync(join(desk.folder, 'workspaces/default', name));
  await open();
  await sendElsewhere('2026-10', 'Client 1');
  await sendElsewhere('2026-10', 'Client 0');
  expect((await ask('closings.show', { number: 1 })).files.map(({ number }) => number)).toEqual([2]);
  await ask('sent.settle', { number: 2, state: 'withdrawn' });
  expect(await refusal('sent.settle', { number: 2, state: 'saved' })).toBeUndefined();
});

it(
  'bills lines of an earlier closing as a table before the month is sent, and no ignored record again',
  secondTier,
  async () => {
    await begin(200, 2);
    await desk.service.control.move({ kind: 'shift', count: 20, to: '2026-11' });
    await refresh();
    await close('2026-10', 'Client 0');
    await sendElsewhere('2026-10', 'Client 0');
    const [moved = ''] = desk.witness.scope('2026-10', 'Client 0').keys();
    await desk.service.control.move({ kind: 'shift', ids: [moved], to: '2026-11' });
    await refresh();
    await ask('closings.decide', { number: 1, ids: [moved], decision: 'ignore', reason: 'It was paid' });
    const late = insertLate();
    await refresh();
    await ask('closings.decide', { number: 1, ids: [late], decision: 'next', reason: 'Came late' });
    const { sums } = await ask('closings.states', { period: '2026-10' });
    expect(sums.find(({ state }) => state === 'next')?.figures).toMatchObject([{ records: 1 }]);
    await ask('closings.create', { period: '2026-11', client: 'Client 0', ...accept });
    expect(await send('2026-11')).toContain(`Record ${moved} stays with closing 1`);
    const { lines } = await ask('closings.month', { period: '2026-11' });
    const { elsewhere = [], next } = lines.find(({ client }) => client === 'Client 0') ?? {};
    expect([elsewhere, next]).toEqual([[moved], 'adjust']);
    const without = { propertyName: propertyNames.id, operator: 'NOT_IN', values: elsewhere };
    const filterGroups = [{ filters: [...(ofClient('Client 0')[0]?.filters ?? []), without] }];
    expect(await send('2026-11', { filterGroups })).toContain('save its adjustments first');
    desk.destination = { path: join(desk.folder, 'carried.csv') };
    expect(await ask('closings.adjust', { number: 2 })).toMatchObject({ file: 'carried.csv', lines: 1 });
    expect(readFileSync(desk.destination.path, 'utf8')).toMatch(
      new RegExp(`1,.*2026-10.*,Client 0,${late},rebooking,.*closing 2`),
    );
    expect(await refusal('closings.adjust', { number: 2 })).toMatchObject({ code: 'usage' });
    expect(await send('2026-11', { filterGroups })).toBeUndefined();
    expect(await nextOf('2026-11')).toBe('done');
  },
);

it('names the one step that works: to reopen, to cancel, and then to credit', secondTier, async () => {
  await begin(200, 2);
  await close('2026-10', 'Client 0');
  await sendElsewhere('2026-10', 'Client 0');
  const [id = ''] = desk.witness.scope('2026-10', 'Client 0').keys();
  await desk.service.control.move({ kind: 'edit', ids: [id] });
  await refresh();
  await ask('closings.decide', { number: 1, decision: 'adjust', reason: 'Corrected' });
  await ask('sent.settle', { number: 1, state: 'withdrawn' });
  expect(await nextOf('2026-10')).toBe('reopen');
  desk.destination = { path: join(desk.folder, 'adjustments.csv') };
  const adjusted = await ask('closings.adjust', { number: 1 });
  expect(await nextOf('2026-10')).toBe('cancel');
  await ask('closings.cancel', { number: 1, reason: 'Sent to the wrong firm' });
  expect(await lineOf('2026-10')).toMatchObject({ closing: null, minus: 2, next: 'credit' });
  // The client has the table alone: the records that no file bills are not given back.
  expect(await credit(2)).toEqual(byCurrency(adjusted?.totals, -1n));
  expect(await nextOf('2026-10')).toBe('close');
});

it(
  'gives back with each minus what was billed since the one before, and nothing that was withdrawn',
  secondTier,
  async () => {
    await begin(200, 2);
    const cancel = async (number: number) => {
      await ask('closings.cancel', { number, reason: 'Sent to the wrong firm' });
      await desk.service.control.advance(1000);
    };
    const closeAndSend = async (sentAs: number) => {
      await ask('closings.create', { period: '2026-10', client: 'Client 0', ...accept });
      await desk.service.control.advance(1000);
      expect(await send('2026-10', sentAs > 1 ? { again: 'Another invoice' } : {})).toBeUndefined();
      await desk.service.control.advance(1000);
    };
    await closeAndSend(1);
    await cancel(1);
    expect(await nextOf('2026-10')).toBe('credit');
    await ask('sent.settle', { number: 1, state: 'withdrawn' });
    expect(await nextOf('2026-10')).toBe('close');
    await closeAndSend(2);
    expect(await lineOf('2026-10')).toMatchObject({ closing: 3, minus: null, next: 'done' });
    await cancel(3);
    const { closing } = await ask('closings.show', { number: 4 });
    expect(await credit(4)).toEqual(byCurrency(closing.totals));
    expect(await lineOf('2026-10')).toMatchObject({ closing: null, minus: null, next: 'close' });
    expect(await refusal('closings.adjust', { number: 2 })).toMatchObject({ code: 'usage' });
    // The file that the credit note made up for is not one of the closing that is made anew.
    await ask('closings.create', { period: '2026-10', client: 'Client 0', ...accept });
    expect(await nextOf('2026-10')).toBe('send');
  },
);

it.each([
  [1, 2],
  [2, 1],
])(
  'gives back a record that moved with the closing that charged it, when %i is cancelled before %i',
  secondTier,
  async (...order) => {
    await begin(200, 2);
    const wait = () => desk.service.control.advance(1000);
    await close('2026-10', 'Client 0');
    await wait();
    expect(await send('2026-10')).toBeUndefined();
    const [moved = ''] = desk.witness.scope('2026-10', 'Client 0').keys();
    await desk.service.control.move({ kind: 'shift', ids: [moved], to: '2026-11' });
    await refresh();
    await ask('closings.decide', { number: 1, decision: 'adjust', reason: 'It is of November' });
    desk.destination = { path: join(desk.folder, 'adjustments.csv') };
    await ask('closings.adjust', { number: 1 });
    await wait();
    await close('2026-11', 'Client 0');
    await wait();
    expect(await send('2026-11')).toBeUndefined();
    for (const [at, number] of order.entries()) {
      await wait();
      await ask('closings.cancel', { number, reason: 'Sent to the wrong firm' });
      const minus = at + 3;
      const { closing } = await ask('closings.show', { number: minus });
      const all = byCurrency(closing.totals);
      expect(await credit(minus)).toEqual(all);
      // The note keeps what it has when the file is withdrawn, so that its records can be billed anew.
      await ask('sent.settle', { number: number === 1 ? 1 : 3, state: 'withdrawn' });
      desk.destination = { path: join(desk.folder, `copy-${minus}.csv`) };
      expect(byCurrency((await ask('closings.adjust', { number: minus, all: true }))?.totals)).toEqual(all);
    }
  },
);

it('counts what closings decided of late records as billed, and marks none of them', secondTier, async () => {
  await begin(200, 2);
  await close('2026-10', 'Client 0');
  await sendElsewhere('2026-10', 'Client 0');
  const late = [insertLate()];
  for (const decision of ['adjust', 'ignore', 'next', undefined]) {
    await refresh();
    if (decision) await ask('closings.decide', { number: 1, decision, reason: 'Came late' });
    if (decision) late.push(insertLate());
  }
  const open = late.at(-1);
  const listUnbilled = async () => {
    const billed = { propertyName: 'billed', operator: 'IN', values: ['false'] };
    const filterGroups = [{ filters: [...(ofClient('Client 0')[0]?.filters ?? []), billed] }];
    const { rows } = await ask('records.page', {
      period: '2026-10',
      filterGroups,
      columns: ['title'],
      limit: 99,
      offset: 0,
    });
    return rows.map(({ id }) => id).filter((id) => late.includes(id));
  };
  expect(await listUnbilled()).toEqual([open]);
  expect(await sendElsewhere('2026-10', 'Client 0')).toMatchObject({ mark: { records: 1 } });
  // A record is not billed twice by its file and what was decided of it.
  await ask('closings.decide', { number: 1, decision: 'ignore', reason: 'It is on the second invoice' });
  const twice = (await ask('checks.run', {})).checks.find(({ id }) => id === 'billed-twice');
  expect(twice?.open).toBe(0);
});

it('bills what moved with the next month, without a reason to bill it again', secondTier, async () => {
  await begin(200, 2);
  await close('2026-10', 'Client 0');
  await sendElsewhere('2026-10', 'Client 0');
  const [moved = '', paid = ''] = desk.witness.scope('2026-10', 'Client 0').keys();
  await desk.service.control.move({ kind: 'shift', ids: [moved, paid], to: '2026-11' });
  await refresh();
  await ask('closings.decide', { number: 1, ids: [moved], decision: 'next', reason: 'It is of November' });
  await ask('closings.decide', { number: 1, ids: [paid], decision: 'ignore', reason: 'It was paid' });
  const november = { period: '2026-11', client: 'Client 0', reason: 'As agreed' };
  const others = accept.accept.filter((kind) => kind !== 'billed');
  await refresh();
  await ask('closings.create', { ...november, accept: others });
  const without = { propertyName: propertyNames.id, operator: 'NEQ', value: paid };
  const filterGroups = [{ filters: [...(ofClient('Client 0')[0]?.filters ?? []), without] }];
  expect(await send('2026-11', { filterGroups })).toBeDefined();
  desk.destination = { path: join(desk.folder, 'carried.csv') };
  await ask('closings.adjust', { number: 2 });
  expect(await send('2026-11', { filterGroups })).toBeUndefined();
  const { files } = await ask('closings.show', { number: 2 });
  expect(files.map(({ file, same }) => [file, same])).toEqual([
    ['carried.csv', true],
    ['invoice-2026-11.csv', true],
  ]);
  expect((await ask('closings.show', { number: 1 })).files).toMatchObject([{ number: 1 }]);
  await ask('sent.settle', { number: 3, state: 'withdrawn' });
  expect(await send('2026-11', { filterGroups })).toBeUndefined();
  expect(await send('2026-11', { filterGroups })).toContain('invoice-2026-11.csv');
});
