/** What closings refuse, bill and give back, one client for each test in one workspace; the month-end as it is played is in tests/integration. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { propertyNames } from '#domain/properties.ts';
import { secondTier } from '#tests/support/tier.ts';
import { accept, byCurrency, ofClient, StoreDesk, useStoreDesk } from '#tests/support/worlds/store-desk.ts';

const OCTOBER = '2026-10';
const NOVEMBER = '2026-11';
const toNovember = { month_year: '2026-11-01' };
const desk = useStoreDesk();
const {
  addLate,
  ask,
  bill,
  call,
  change,
  close,
  commit,
  label,
  lineOf,
  nextOf,
  refusal,
  send,
  sendElsewhere,
  toEntry,
} = desk;

const decide = (number: number, decision: string, ids?: readonly string[]) =>
  ask('closings.decide', { number, decision, reason: 'As agreed', ...(ids && { ids }) });
const create = (period: string, client: string) => ask('closings.create', { period, client, ...accept });

/** A client whose October is closed and billed on paper. */
async function closeOctober(client: string, records = 3) {
  const ids = await bill(client, records);
  const number = await close(OCTOBER, client);
  const { mark } = await sendElsewhere(OCTOBER, client);
  return { ids, number, mark: mark.number };
}

const without = (client: string, ids: readonly string[]) => [
  {
    filters: [
      ...(ofClient(client)[0]?.filters ?? []),
      { propertyName: propertyNames.id, operator: 'NOT_IN', values: ids },
    ],
  },
];

async function credit(number: number) {
  desk.writeTo(`credit-${number}.csv`);
  return byCurrency((await ask('closings.adjust', { number }))?.totals);
}

it('bills a late entry with the next month, with its origin, and once', async () => {
  const { number } = await closeOctober('Late');
  const id = await addLate('Late');
  expect((await ask('closings.drift', { number })).lines).toMatchObject([{ id, kind: 'appeared' }]);
  await decide(number, 'next');
  const late = { closing: number, id };
  const { closings } = await create(NOVEMBER, 'Late');
  expect(closings).toMatchObject([{ carried: [late], provisional: ['running'] }]);
  const next = closings[0]?.number ?? 0;
  const { carried } = await ask('closings.show', { number: next });
  expect(carried).toMatchObject([{ ...late, period: OCTOBER, reason: 'As agreed', before: null }]);
  expect(await refusal('closings.reopen', { number, reason: 'Too early' })).toBeDefined();
  await ask('closings.reopen', { number: next, reason: 'November is running' });
  expect(await lineOf(NOVEMBER, 'Late')).toMatchObject({ carried: 1 });
});

it('finds each kind of change after a closing, line by line, and the equation holds by currency', async () => {
  await label('Told', 'EUR', 'told-in-euros');
  await label('Told', 'USD', 'told-in-dollars');
  const entry = (object: string, values: Readonly<Record<string, string>> = {}, id?: string) =>
    toEntry('Told', { assoc_record_id: object, ...values }, id);
  const [changed, moved, gone] = [entry('told-in-euros'), entry('told-in-euros'), entry('told-in-euros')];
  const relabelled = entry('told-in-dollars');
  await commit([changed, moved, gone, relabelled]);
  const number = await close(OCTOBER, 'Told');
  const late = entry('told-in-euros', { billable_amount: '7' });
  await commit(
    [entry('told-in-euros', { billable_amount: '80' }, changed.id), entry('told-in-euros', toNovember, moved.id), late],
    [gone.id],
  );
  await label('Told', 'CHF', 'told-in-dollars');
  const { lines, equations } = await ask('closings.drift', { number });
  expect(Object.fromEntries(lines.map(({ id, kind }) => [id, kind]))).toEqual({
    [changed.id]: 'changed',
    [moved.id]: 'moved',
    [gone.id]: 'vanished',
    [relabelled.id]: 'relabelled',
    [late.id]: 'appeared',
  });
  expect(new Set(equations.map(({ currency }) => currency))).toEqual(new Set(['CHF', 'EUR', 'USD']));
  expect(equations.every(({ holds }) => holds)).toBe(true);
});

it('refuses what is undecided, closed or held elsewhere, and names it', async () => {
  await commit([toEntry(null, { month_year: '2026-06-01' })]);
  expect(await refusal('closings.create', { period: '2026-06' })).toContain('no client');
  const { ids, number } = await closeOctober('Held', 4);
  const [moved = '', edited = ''] = ids;
  expect(await refusal('closings.create', { period: OCTOBER, client: 'held', ...accept })).toContain(
    `closing ${number}`,
  );
  await commit([toEntry('Held', toNovember), toEntry('Held', toNovember, moved)]);
  const november = { period: NOVEMBER, client: 'Held', ...accept };
  expect(await refusal('closings.create', november)).toMatch(new RegExp(`${moved}.*closing ${number}`));
  await decide(number, 'ignore', [moved]);
  expect(await ask('closings.create', { ...november, dryRun: true })).toMatchObject({ leftOut: 1, blocked: [] });
  // What was decided and is in no table was never charged.
  await change('Held', [edited], { billable_amount: '80' });
  await decide(number, 'adjust', [edited]);
  const minus = await ask('closings.cancel', { number, reason: 'Sent to the wrong firm' });
  const { closings } = await ask('closings.list', {});
  const cancelled = closings.find((each) => each.number === number);
  expect([cancelled?.status, minus.status, minus.cancels]).toEqual(['cancelled', 'minus', number]);
  expect(byCurrency(minus.totals, -1n)).toEqual(byCurrency(cancelled?.totals));
});

it('closes what only another choice of amounts bills, and finds it when it comes later', async () => {
  const other = {
    billable_minutes: '0',
    billable_hours: '0',
    billable_amount: '0',
    billable_amount_auto: '80',
  };
  const [before = ''] = await bill('Automatic');
  await change('Automatic', [before], other);
  const number = await close(OCTOBER, 'Automatic');
  // No file of billable records has it, and it adds nothing.
  const billable = { propertyName: 'billable', operator: 'IN', values: ['true'] };
  const filterGroups = [{ filters: [...(ofClient('Automatic')[0]?.filters ?? []), billable] }];
  expect(await send(OCTOBER, 'Automatic', { filterGroups })).toBeUndefined();
  expect((await ask('closings.show', { number })).files).toMatchObject([{ same: true, bills: true }]);
  expect(await nextOf(OCTOBER, 'Automatic')).toBe('done');
  const late = await addLate('Automatic', other);
  desk.workspace.saveSettings({ amounts: 'auto' });
  onTestFinished(() => void desk.workspace.saveSettings({ amounts: null }));
  const { lines } = await ask('closings.drift', { number });
  expect(lines).toMatchObject([{ id: late, kind: 'appeared', after: { minutes: '0', value: '0' } }]);
  const { open } = await ask('closings.states', { period: OCTOBER, limit: 500 });
  expect(open.map(({ id }) => id)).not.toContain(before);
});

it('sends exactly what was closed, and before that nothing is decided but closed anew', async () => {
  const [some = ''] = await bill('Exact');
  const first = await close(OCTOBER, 'Exact');
  await change('Exact', [some], { billable_amount: '80' });
  expect(await nextOf(OCTOBER, 'Exact')).toBe('firm');
  expect(await refusal('closings.decide', { number: first, decision: 'adjust', reason: 'Corrected' })).toContain(
    `Nothing of closing ${first} was sent yet`,
  );
  expect(await send(OCTOBER, 'Exact')).toContain(`Record ${some} was modified since closing ${first}`);
  const anew = async (number: number) => {
    const { closings } = await ask('closings.create', { period: OCTOBER, client: 'Exact', ...accept, anew: number });
    return closings[0]?.number ?? 0;
  };
  const second = await anew(first);
  const late = await addLate('Exact');
  expect(await send(OCTOBER, 'Exact')).toContain(`Record ${late} is not in closing ${second}`);
  const third = await anew(second);
  expect(await send(OCTOBER, 'Exact', { filterGroups: without('Exact', [late]) })).toContain(
    `Record ${late} of closing ${third} would not be`,
  );
  expect(await nextOf(OCTOBER, 'Exact')).toBe('send');
  expect(await send(OCTOBER, 'Exact')).toBeUndefined();
  expect(await nextOf(OCTOBER, 'Exact')).toBe('done');
  const again = { period: OCTOBER, client: 'Exact', ...accept, anew: third };
  expect(await refusal('closings.create', again)).toContain('was sent with');
  // A file that has more is another, and what it has is not billed by a decision once more.
  const more = await addLate('Exact');
  const seen = (await ask('closings.drift', { number: third })).digest;
  expect(await send(OCTOBER, 'Exact', { again: 'With what came late' })).toBeUndefined();
  const { files } = await ask('closings.show', { number: third });
  expect(files.map(({ same }) => same)).toEqual([false, true]);
  const decision = { number: third, reason: 'Came late' };
  expect(await refusal('closings.decide', { ...decision, decision: 'adjust' })).toContain(
    `Record ${more} is billed by`,
  );
  await addLate('Exact');
  expect(await refusal('closings.decide', { ...decision, decision: 'ignore', expected: seen })).toContain(
    `Other lines of closing ${third}`,
  );
  // Closed anew, it would forget what was decided of it.
  await ask('closings.decide', { ...decision, decision: 'ignore' });
  for (const { number } of files) await ask('sent.settle', { number, state: 'withdrawn' });
  expect(await refusal('closings.create', again)).toContain('decided');
});

it('closes what a file bills already only with a reason, and nothing where steps were removed', async () => {
  const own = new StoreDesk();
  await own.begin();
  onTestFinished(() => own.leave());
  await own.bill('Billed');
  await own.bill('Other');
  await own.sendElsewhere(OCTOBER, 'Billed');
  const input = { period: OCTOBER, client: 'Billed', accept: ['undated'], reason: 'As agreed' };
  expect(await own.refusal('closings.create', input)).toContain('in a file that bills already');
  const number = await own.close(OCTOBER, 'Billed');
  expect(await own.nextOf(OCTOBER, 'Billed')).toBe('done');
  expect(await own.refusal('closings.reopen', { number, reason: 'Oops' })).toBeDefined();
  // The steps are gone, and nothing else: the journal knows that there were some.
  await own.shut();
  const place = join(own.folder, 'workspaces/default');
  const database = new DatabaseSync(join(place, 'closings.sqlite'));
  database.exec('DELETE FROM step; DELETE FROM column_of');
  database.close();
  await own.open();
  const [aside = ''] = readdirSync(place).filter((name) => name.startsWith('closings.damaged-'));
  const answer = await own.ask('report.run', { measures: ['records'], groupBy: [], period: OCTOBER });
  expect(answer.closings).toBeNull();
  const mark = { period: OCTOBER, filterGroups: ofClient('Other'), reason: 'On paper' };
  // A reason to bill again, a mark, and the return of a file bill something too.
  await own.ask('sent.settle', { number: 1, state: 'withdrawn' });
  for (const [method, question] of [
    ['closings.create', { period: OCTOBER, client: 'Other', ...accept }],
    ['closings.month', { period: OCTOBER }],
    ['closings.log', {}],
    ['sent.elsewhere', mark],
    ['sent.settle', { number: 1, state: 'saved' }],
  ] as const)
    expect(await own.refusal(method, question), method).toContain(`set aside as ${aside}`);
  for (const more of [{}, { again: 'For another' }]) expect(await own.send(OCTOBER, 'Other', more)).toContain(aside);
  // Moved elsewhere, it begins anew, once the program has started again.
  rmSync(join(place, aside));
  expect(await own.refusal('closings.log', {})).toContain(aside);
  await own.shut();
  await own.open();
  await own.close(OCTOBER, 'Other');
  expect((await own.ask('closings.log', {})).steps).toHaveLength(1);
});

it('writes adjustments as reversal and rebooking', async () => {
  const { ids, number } = await closeOctober('Adjusted');
  const [id = ''] = ids;
  await change('Adjusted', [id], { billable_amount: '80' });
  await decide(number, 'adjust');
  const path = desk.writeTo('adjustments.csv');
  expect(await ask('closings.adjust', { number })).toMatchObject({ file: 'adjustments.csv', lines: 2 });
  const [, reversal = '', rebooking = ''] = readFileSync(path, 'utf8').split('\r\n');
  expect(reversal).toMatch(new RegExp(`^${number},.*2026-10.*,Adjusted,${id},reversal,-`));
  expect(rebooking).toMatch(new RegExp(`^${number},.*2026-10.*,Adjusted,${id},rebooking,\\d`));
  const [table] = (await ask('sent.list', {})).files;
  expect(table).toMatchObject({ of: 'adjustments', bills: true, state: 'saved', client: 'Adjusted' });
  desk.source = { path };
  expect(await ask('export.verify', {})).toMatchObject({ sent: { file: { number: table?.number }, counts: null } });
  // A table that never left has no lines; one that is out again has them once.
  expect(await refusal('closings.adjust', { number })).toContain('adjustments.csv');
  await ask('sent.settle', { number: table?.number, state: 'withdrawn' });
  desk.writeTo('second.csv');
  await ask('closings.adjust', { number });
  expect(await refusal('sent.settle', { number: table?.number, state: 'saved' })).toContain(
    `Another table of closing ${number}`,
  );
  // A place that cannot be written to leaves neither step nor file.
  await ask('sent.settle', { number: (table?.number ?? 0) + 1, state: 'withdrawn' });
  mkdirSync(desk.writeTo('taken.csv'));
  expect(await call('closings.adjust', { number })).toMatchObject({ ok: false, error: { code: 'write-failed' } });
  desk.writeTo('third.csv');
  expect(await ask('closings.adjust', { number })).toMatchObject({ file: 'third.csv', lines: 2 });
});

it('bills lines of an earlier closing as a table before the month is sent, and no ignored record again', async () => {
  const { ids, number } = await closeOctober('Carried');
  const [moved = '', taken = ''] = ids;
  await commit([toEntry('Carried', toNovember), ...[moved, taken].map((id) => toEntry('Carried', toNovember, id))]);
  await decide(number, 'ignore', [moved]);
  const late = await addLate('Carried');
  await decide(number, 'next', [late, taken]);
  // What moved and was taken along needs no reason to be billed again.
  const reasons = accept.accept.filter((kind) => kind !== 'billed');
  const { closings } = await ask('closings.create', {
    period: NOVEMBER,
    client: 'Carried',
    ...accept,
    accept: reasons,
  });
  const next = closings[0]?.number ?? 0;
  expect(await send(NOVEMBER, 'Carried')).toContain(`Record ${moved} stays with closing ${number}`);
  expect(await lineOf(NOVEMBER, 'Carried')).toMatchObject({ elsewhere: [moved], next: 'adjust' });
  const filterGroups = without('Carried', [moved]);
  expect(await send(NOVEMBER, 'Carried', { filterGroups })).toContain('save its adjustments first');
  const path = desk.writeTo('carried.csv');
  expect(await ask('closings.adjust', { number: next })).toMatchObject({ file: 'carried.csv', lines: 2 });
  expect(readFileSync(path, 'utf8')).toMatch(
    new RegExp(`${number},.*2026-10.*,Carried,${late},rebooking,.*closing ${next}`),
  );
  expect(await refusal('closings.adjust', { number: next })).toBeDefined();
  expect(await send(NOVEMBER, 'Carried', { filterGroups })).toBeUndefined();
  expect(await nextOf(NOVEMBER, 'Carried')).toBe('done');
});

it('names the one step that works: to reopen, to cancel, and then to credit', async () => {
  const { ids, number, mark } = await closeOctober('Steps');
  await change('Steps', ids.slice(0, 1), { billable_amount: '80' });
  await decide(number, 'adjust');
  await ask('sent.settle', { number: mark, state: 'withdrawn' });
  expect(await nextOf(OCTOBER, 'Steps')).toBe('reopen');
  desk.writeTo('steps.csv');
  const adjusted = await ask('closings.adjust', { number });
  expect(await nextOf(OCTOBER, 'Steps')).toBe('cancel');
  const minus = await ask('closings.cancel', { number, reason: 'Sent to the wrong firm' });
  expect(await lineOf(OCTOBER, 'Steps')).toMatchObject({ closing: null, minus: minus.number, next: 'credit' });
  // The client has the table alone: the records that no file bills are not given back.
  expect(await credit(minus.number)).toEqual(byCurrency(adjusted?.totals, -1n));
  expect(await nextOf(OCTOBER, 'Steps')).toBe('close');
});

it(
  'gives back with each minus what was billed since the one before, and nothing that was withdrawn',
  secondTier,
  async () => {
    await bill('Given back');
    const cancel = async (number: number) =>
      (await ask('closings.cancel', { number, reason: 'Sent to the wrong firm' })).number;
    const first = await close(OCTOBER, 'Given back');
    expect(await send(OCTOBER, 'Given back')).toBeUndefined();
    const firstMinus = await cancel(first);
    expect(await nextOf(OCTOBER, 'Given back')).toBe('credit');
    const [file] = (await ask('sent.list', {})).files;
    await ask('sent.settle', { number: file?.number, state: 'withdrawn' });
    expect(await nextOf(OCTOBER, 'Given back')).toBe('close');
    const second = await close(OCTOBER, 'Given back');
    expect(await send(OCTOBER, 'Given back', { again: 'Another invoice' })).toBeUndefined();
    expect(await lineOf(OCTOBER, 'Given back')).toMatchObject({ closing: second, minus: null, next: 'done' });
    const minus = await cancel(second);
    const { closing } = await ask('closings.show', { number: minus });
    expect(await credit(minus)).toEqual(byCurrency(closing.totals));
    expect(await lineOf(OCTOBER, 'Given back')).toMatchObject({ closing: null, minus: null, next: 'close' });
    expect(await refusal('closings.adjust', { number: firstMinus })).toBeDefined();
    // The file that the credit note made up for is not one of the closing that is made anew.
    await close(OCTOBER, 'Given back');
    expect(await nextOf(OCTOBER, 'Given back')).toBe('send');
  },
);

it('gives back a record that moved with the closing that charged it', async () => {
  const [moved = ''] = await bill('Moved');
  const october = await close(OCTOBER, 'Moved');
  expect(await send(OCTOBER, 'Moved')).toBeUndefined();
  await change('Moved', [moved], toNovember);
  await decide(october, 'adjust');
  desk.writeTo('moved.csv');
  await ask('closings.adjust', { number: october });
  const november = await close(NOVEMBER, 'Moved');
  expect(await send(NOVEMBER, 'Moved')).toBeUndefined();
  for (const [number, period] of [
    [october, OCTOBER],
    [november, NOVEMBER],
  ] as const) {
    const minus = (await ask('closings.cancel', { number, reason: 'Sent to the wrong firm' })).number;
    const all = byCurrency((await ask('closings.show', { number: minus })).closing.totals);
    expect(await credit(minus)).toEqual(all);
    // The note keeps what it has when the file is withdrawn, so that its records can be billed anew.
    const sent = (await ask('sent.list', {})).files.find(({ file }) => file === `Moved-${period}.csv`);
    await ask('sent.settle', { number: sent?.number, state: 'withdrawn' });
    desk.writeTo(`copy-${minus}.csv`);
    expect(byCurrency((await ask('closings.adjust', { number: minus, all: true }))?.totals)).toEqual(all);
  }
});

it('counts what closings decided of late records as billed, and marks none of them', async () => {
  const { number } = await closeOctober('Decided');
  const entries = Array.from({ length: 4 }, () => toEntry('Decided'));
  await commit(entries);
  const [open = '', ...late] = entries.map(({ id }) => id);
  for (const [at, decision] of ['adjust', 'ignore', 'next'].entries()) await decide(number, decision, [late[at] ?? '']);
  const billed = { propertyName: 'billed', operator: 'EQ', value: 'false' };
  const filterGroups = [{ filters: [...(ofClient('Decided')[0]?.filters ?? []), billed] }];
  const { rows } = await ask('records.page', { filterGroups, columns: ['title'], limit: 99, offset: 0 });
  expect(rows.map(({ id }) => id).filter((id) => [...late, open].includes(id))).toEqual([open]);
  expect(await sendElsewhere(OCTOBER, 'Decided')).toMatchObject({ mark: { records: 1 } });
  // A record is not billed twice by its file and what was decided of it.
  await decide(number, 'ignore');
  const check = { check: 'billed-twice', columns: ['title'], filterGroups: ofClient('Decided'), reviewed: false };
  expect((await ask('checks.findings', check)).findings).toEqual([]);
});

it('bills what moved with the next month, without a reason to bill it again', secondTier, async () => {
  const { ids, number } = await closeOctober('Next');
  const [moved = '', paid = ''] = ids;
  await change('Next', [moved, paid], toNovember);
  await decide(number, 'next', [moved]);
  await decide(number, 'ignore', [paid]);
  const others = accept.accept.filter((kind) => kind !== 'billed');
  const { closings } = await ask('closings.create', {
    period: NOVEMBER,
    client: 'Next',
    accept: others,
    reason: 'As agreed',
  });
  const next = closings[0]?.number ?? 0;
  const filterGroups = without('Next', [paid]);
  expect(await send(NOVEMBER, 'Next', { filterGroups })).toBeDefined();
  desk.writeTo('next.csv');
  await ask('closings.adjust', { number: next });
  expect(await send(NOVEMBER, 'Next', { filterGroups })).toBeUndefined();
  const { files } = await ask('closings.show', { number: next });
  expect(files.map(({ file, same }) => [file, same])).toEqual([
    ['next.csv', true],
    ['Next-2026-11.csv', true],
  ]);
  expect((await ask('closings.show', { number })).files).toHaveLength(1);
  const invoice = files.find(({ file }) => file === 'Next-2026-11.csv')?.number;
  await ask('sent.settle', { number: invoice, state: 'withdrawn' });
  expect(await send(NOVEMBER, 'Next', { filterGroups })).toBeUndefined();
  expect(await send(NOVEMBER, 'Next', { filterGroups })).toContain('Next-2026-11.csv');
});

it('takes no file of a register that was begun anew for the table that had its number', async () => {
  const own = new StoreDesk();
  await own.begin();
  onTestFinished(() => own.leave());
  const [id = ''] = await own.bill('Anew');
  const number = await own.close(OCTOBER, 'Anew');
  await own.sendElsewhere(OCTOBER, 'Anew');
  await own.change('Anew', [id], { billable_amount: '80' });
  await own.ask('closings.decide', { number, decision: 'adjust', reason: 'Corrected' });
  own.writeTo('adjustments.csv');
  await own.ask('closings.adjust', { number });
  await own.shut();
  const place = join(own.folder, 'workspaces/default');
  for (const name of readdirSync(place)) if (name.startsWith('sent.sqlite')) rmSync(join(place, name));
  await own.open();
  await own.bill('Other');
  await own.sendElsewhere(OCTOBER, 'Other');
  await own.sendElsewhere(OCTOBER, 'Anew');
  expect((await own.ask('closings.show', { number })).files.map((file) => file.number)).toEqual([2]);
  await own.ask('sent.settle', { number: 2, state: 'withdrawn' });
  expect(await own.refusal('sent.settle', { number: 2, state: 'saved' })).toBeUndefined();
});
