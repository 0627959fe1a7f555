import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { propertyNames } from '#domain/properties.ts';
import { accept, october, ofClient, useClosingDesk } from '#tests/support/worlds/closing-desk.ts';
import { chooseCases, secondTier } from '#tests/support/tier.ts';

const desk = useClosingDesk();
const { ask, begin, close, fill, insertLate, label, nextOf, open, refresh, refusal, send, sendElsewhere } = desk;

it('bills a late entry with the next month, with its origin, and once', secondTier, async () => {
  await begin(200, 2);
  const [october = 0] = await close('2026-10', 'Client 0');
  await sendElsewhere('2026-10', 'Client 0');
  const [pattern] = desk.witness.scope('2026-10', 'Client 0').keys();
  const record = desk.service.world.at(desk.service.world.findSlot(Number(pattern)) ?? 0);
  const id = desk.service.world.at(desk.service.world.slots - 1).id + 7;
  desk.service.world.insert({ ...record, id, createdAt: desk.service.now(), updatedAt: desk.service.now() });
  await refresh();
  expect((await ask('closings.drift', { number: october })).lines).toMatchObject([
    { id: String(id), kind: 'appeared' },
  ]);
  await ask('closings.decide', { number: october, decision: 'next', reason: 'Came late' });
  const late = { closing: october, id: String(id) };
  const { closings } = await ask('closings.create', { period: '2026-11', client: 'Client 0', ...accept });
  expect(closings).toMatchObject([{ number: 2, carried: [late], provisional: ['running'] }]);
  const shown = await ask('closings.show', { number: 2 });
  expect(shown.carried).toMatchObject([{ ...late, period: '2026-10', reason: 'Came late', before: null }]);
  expect(await refusal('closings.reopen', { number: october, reason: 'Too early' })).toMatchObject({ code: 'usage' });
  await ask('closings.reopen', { number: 2, reason: 'November is running' });
  expect((await ask('closings.month', { period: '2026-11' })).lines).toContainEqual(
    expect.objectContaining({ client: 'Client 0', carried: 1 }),
  );
});

it('refuses what is undecided, closed or held elsewhere, and names it', secondTier, async () => {
  await begin(200, 3);
  await fill('2026-10', 20);
  const [some = ''] = desk.witness.scope('2026-10', 'Client 0').keys();
  await label(desk.witness.objectOf(some), null, 'EUR');
  const refused = await refusal('closings.create', { period: '2026-10' });
  expect(refused).toMatchObject({ code: 'usage', detail: expect.stringContaining('no client') });
  await close('2026-10', 'Client 1');
  await sendElsewhere('2026-10', 'Client 1');
  expect(await refusal('closings.create', { period: '2026-10', client: 'client 1', ...accept })).toMatchObject({
    detail: expect.stringContaining('closing 1'),
  });
  const [moved = ''] = desk.witness.scope('2026-10', 'Client 1').keys();
  await desk.service.control.move({ kind: 'shift', ids: [moved], to: '2026-11' });
  await refresh();
  const november = { period: '2026-11', client: 'Client 1', ...accept };
  expect(await refusal('closings.create', november)).toMatchObject({
    detail: expect.stringMatching(new RegExp(`${moved}.*closing 1`)),
  });
  await ask('closings.decide', { number: 1, ids: [moved], decision: 'ignore', reason: 'It was paid' });
  expect(await ask('closings.create', { ...november, dryRun: true })).toMatchObject({ leftOut: 1, blocked: [] });
  // What was decided and is in no table was never charged.
  const [edited = ''] = [...desk.witness.scope('2026-10', 'Client 1').keys()].filter((id) => id !== moved);
  await desk.service.control.move({ kind: 'edit', ids: [edited] });
  await refresh();
  await ask('closings.decide', { number: 1, ids: [edited], decision: 'adjust', reason: 'Corrected' });
  await ask('closings.cancel', { number: 1, reason: 'Sent to the wrong firm' });
  const { closings } = await ask('closings.list', {});
  expect(closings.map(({ status, cancels }) => [status, cancels])).toEqual([
    ['cancelled', null],
    ['minus', 1],
  ]);
  const sum = (at: number) => closings[at]?.totals.map(({ currency, value }) => [currency, value.replace('-', '')]);
  expect(sum(1)).toEqual(sum(0));
});

it('closes what only another choice of amounts bills, and finds it when it comes later', secondTier, async () => {
  await begin(200, 2);
  const makeOther = (id: string) => {
    const record = desk.service.world.at(desk.service.world.findSlot(Number(id)) ?? 0);
    const none = { a552213_billable_minutes: 0, a552213_billable_hours: 0, a552213_billable_amount: null };
    const properties = { ...record.properties, ...none, a552213_billable_amount_auto: '80' };
    desk.service.world.replace({ ...record, updatedAt: desk.service.now(), properties });
  };
  const [before = ''] = desk.witness.scope('2026-10', 'Client 0').keys();
  makeOther(before);
  await refresh();
  await close('2026-10', 'Client 0');
  // No file of billable records has it, and it adds nothing.
  expect(await nextOf('2026-10')).toBe('send');
  const billable = { propertyName: 'billable', operator: 'IN', values: ['true'] };
  const filterGroups = [{ filters: [...(ofClient('Client 0')[0]?.filters ?? []), billable] }];
  expect(await send('2026-10', { filterGroups })).toBeUndefined();
  expect((await ask('closings.show', { number: 1 })).files).toMatchObject([{ same: true, bills: true }]);
  expect(await nextOf('2026-10')).toBe('done');
  const late = insertLate();
  makeOther(late);
  await refresh();
  await ask('settings.set', { amounts: 'auto' });
  const { lines } = await ask('closings.drift', { number: 1 });
  expect(lines).toMatchObject([{ id: late, kind: 'appeared', after: { minutes: '0', value: '0' } }]);
  const { open: unbilled } = await ask('closings.states', { period: '2026-10', limit: 500 });
  expect(unbilled.map(({ id }) => id)).not.toContain(before);
});

it('knows the file that was sent of a closing, and that it was changed', async () => {
  await begin(200, 3);
  await fill('2026-10', 20);
  await close('2026-10', 'Client 1');
  const report = { measures: ['records'], groupBy: [], period: '2026-Q4' };
  expect((await ask('report.run', report)).closings).toBe(1);
  expect((await ask('report.run', { ...report, period: '2026-09' })).closings).toBeUndefined();
  const path = join(desk.folder, 'client-1.csv');
  desk.destination = { path };
  const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'EQ', value: 'Client 1' }] }];
  await ask('export.run', { period: '2026-10', filterGroups, columns: ['title'], format: 'csv', bills: true });
  expect((await ask('closings.show', { number: 1 })).files).toMatchObject([
    { number: 1, same: true, place: 'as-sent' },
  ]);
  expect((await ask('closings.month', { period: '2026-10' })).lines).toContainEqual(
    expect.objectContaining({ client: 'Client 1', closing: 1, sent: 1, next: 'done' }),
  );
  expect(await refusal('closings.reopen', { number: 1, reason: 'Oops' })).toMatchObject({
    detail: expect.stringContaining('client-1.csv'),
  });
  writeFileSync(path, `${readFileSync(path, 'utf8')} `);
  expect((await ask('closings.show', { number: 1 })).files).toMatchObject([{ place: 'changed' }]);
  for (const folder of chooseCases(0, ['months'])) {
    desk.destination = { path: join(desk.folder, folder) };
    const options = { columns: ['title'], format: 'parquet', partition: 'month' };
    await ask('export.run', { period: '2026-10', filterGroups, ...options });
    expect((await ask('closings.show', { number: 1 })).files).toMatchObject([{ number: 2, place: 'as-sent' }, {}]);
  }
});

it('sends exactly what was closed, and before that nothing is decided but closed anew', secondTier, async () => {
  await begin(200, 2);
  await close('2026-10', 'Client 0');
  const [some = ''] = desk.witness.scope('2026-10', 'Client 0').keys();
  await desk.service.control.move({ kind: 'edit', ids: [some] });
  await refresh();
  expect(await nextOf('2026-10')).toBe('firm');
  expect(await refusal('closings.decide', { number: 1, decision: 'adjust', reason: 'Corrected' })).toMatchObject({
    detail: expect.stringContaining('Nothing of closing 1 was sent yet'),
  });
  expect(await send('2026-10')).toContain(`Record ${some} was modified since closing 1`);
  expect((await ask('closings.create', { ...october, anew: 1 })).closings).toMatchObject([{ number: 2 }]);
  const late = insertLate();
  await refresh();
  expect(await send('2026-10')).toContain(`Record ${late} is not in closing 2`);
  await ask('closings.create', { ...october, anew: 2 });
  const without = { propertyName: propertyNames.id, operator: 'NEQ', value: late };
  const part = [{ filters: [...(ofClient('Client 0')[0]?.filters ?? []), without] }];
  expect(await send('2026-10', { filterGroups: part })).toContain(`Record ${late} of closing 3 would not be`);
  expect(await nextOf('2026-10')).toBe('send');
  expect(await send('2026-10')).toBeUndefined();
  expect(await nextOf('2026-10')).toBe('done');
  expect(await refusal('closings.create', { ...october, anew: 3 })).toMatchObject({
    detail: expect.stringContaining('was sent with'),
  });
  expect((await ask('closings.list', {})).closings.map(({ status }) => status)).toEqual([
    'reopened',
    'reopened',
    'standing',
  ]);
  // A file that has more is another, and what it has is not billed by a decision once more.
  const second = insertLate();
  await refresh();
  const seen = (await ask('closings.drift', { number: 3 })).digest;
  expect(await send('2026-10', { again: 'With what came late' })).toBeUndefined();
  expect((await ask('closings.show', { number: 3 })).files.map(({ same }) => same)).toEqual([false, true]);
  const decision = { number: 3, reason: 'Came late' };
  expect(await refusal('closings.decide', { ...decision, decision: 'adjust' })).toMatchObject({
    detail: expect.stringContaining(`Record ${second} is billed by`),
  });
  insertLate();
  await refresh();
  expect(await refusal('closings.decide', { ...decision, decision: 'ignore', expected: seen })).toMatchObject({
    detail: expect.stringContaining('Other lines of closing 3'),
  });
  // Closed anew, it would forget what was decided of it.
  await ask('closings.decide', { ...decision, decision: 'ignore' });
  for (const number of [1, 2]) await ask('sent.settle', { number, state: 'withdrawn' });
  expect(await refusal('closings.create', { ...october, anew: 3 })).toMatchObject({
    detail: expect.stringContaining('decided'),
  });
});

it(
  'closes what a file bills already only with a reason, and nothing where steps were removed',
  secondTier,
  async () => {
    await begin(200, 2);
    await sendElsewhere('2026-10', 'Client 0');
    const { accept: all, reason } = accept;
    const input = { ...october, accept: all.filter((kind) => kind !== 'billed'), reason };
    expect(await refusal('closings.create', input)).toMatchObject({
      detail: expect.stringContaining('in a file that bills already'),
    });
    await close('2026-10', 'Client 0');
    expect(await nextOf('2026-10')).toBe('done');
    expect(await refusal('closings.reopen', { number: 1, reason: 'Oops' })).toMatchObject({ code: 'usage' });
    const own = join(desk.folder, 'workspaces/default');
    const isAside = expect.objectContaining({ detail: expect.stringContaining('set aside as closings.damaged-') });
    desk.destination = { path: join(desk.folder, 'saved.timelog') };
    await ask('workspace.save', {});
    // The last step is gone, and nothing else: the journal knows that there was one more.
    await desk.shut();
    const database = new DatabaseSync(join(own, 'closings.sqlite'));
    database.exec('DELETE FROM step; DELETE FROM column_of');
    database.close();
    await open();
    const [aside = ''] = readdirSync(own).filter((name) => name.startsWith('closings.damaged-'));
    const answer = await ask('report.run', { measures: ['records'], groupBy: [], period: '2026-10' });
    expect(answer.closings).toBeNull();
    for (const [method, question] of [
      ['closings.create', { ...october, client: 'Client 1' }],
      ['closings.month', { period: '2026-10' }],
      ['closings.log', {}],
      ['workspace.load', { name: 'default' }],
    ] as const)
      expect(await refusal(method, question)).toEqual(isAside);
    expect(await send('2026-10', { again: undefined })).toContain(aside);
    // A reason to bill again, a mark, and the return of a file bill something too.
    expect(await send('2026-10', { again: 'For another' })).toContain(aside);
    const mark = { period: '2026-10', filterGroups: ofClient('Client 1'), reason: 'On paper' };
    expect(await refusal('sent.elsewhere', mark)).toEqual(isAside);
    await ask('sent.settle', { number: 1, state: 'withdrawn' });
    expect(await refusal('sent.settle', { number: 1, state: 'saved' })).toEqual(isAside);
    // Moved elsewhere, it begins anew, once the program has started again.
    rmSync(join(own, aside));
    expect(await refusal('closings.log', {})).toEqual(isAside);
    await desk.shut();
    copyFileSync(join(own, 'journal.sqlite'), join(own, 'journal.copy'));
    await open();
    await close('2026-10', 'Client 1');
    expect((await ask('closings.log', {})).steps).toHaveLength(1);
    // A copy of the journal that is older knows fewer steps than there are.
    await desk.shut();
    renameSync(join(own, 'journal.copy'), join(own, 'journal.sqlite'));
    await open();
    expect((await ask('closings.log', {})).steps).toHaveLength(1);
  },
);

it.each(
  chooseCases(1, [
    ['what a closing says', "UPDATE step SET body = replace(body, '\"running\"', '\"rumning\"') || ' ' WHERE step = 2"],
    [
      'the values of its records',
      "UPDATE column_of SET body = CAST(body || x'00' AS BLOB) WHERE step = 2 AND name = 'value'",
    ],
  ]),
)('names the closing of which one byte of %s is another', async (_what, sql) => {
  await begin(200, 3);
  await close('2026-10');
  await desk.shut();
  const database = new DatabaseSync(join(desk.folder, 'workspaces/default/closings.sqlite'));
  database.exec(sql);
  database.close();
  await open();
  expect(await refusal('closings.drift', { period: '2026-10' })).toMatchObject({
    code: 'file-damaged',
    detail: expect.stringContaining('closing 2'),
  });
});
