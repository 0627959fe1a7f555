import { describe, expect, test } from 'vitest';
import type { CheckSummary, Finding } from '../../../../src/contract/checks.ts';
import { byStake, mostAtStake } from '../../../../src/domain/checks/order.ts';
import type { PrintSettings } from '../../../../src/domain/reports/print/printed.ts';
import { defaultSettings } from '../../../../src/domain/settings.ts';
import { changeCheckView, formatCheckView, parseCheckView } from '../../../../src/ui/screens/check/model/check-view.ts';
import { foundText } from '../../../../src/ui/screens/check/model/format.ts';
import { byPerson, messageText } from '../../../../src/ui/screens/check/model/messages.ts';
import { stepOf } from '../../../../src/ui/screens/check/model/walk-findings.ts';

const nobody = { owners: {}, objects: {} };

const finding = (id: string, owner: string | null, title = 'Call'): Finding => ({
  id,
  values: { platform_owner_id: owner, a552213_title: title, a552213_first_start_date: '2026-10-12T08:00:00.000Z' },
  unreadable: {},
  value: '787.5',
  minutes: '450',
  facts: { recorded: '1500', hours: '7.5', rate: '95', computed: '712.5' },
  related: [],
  others: [],
  stays: false,
  reviewedAt: null,
});

describe('a message', () => {
  test('goes to one person, with everything needed to mend the entries and nothing of others', () => {
    const groups = byPerson([finding('1', null), finding('2', 'b'), finding('3', 'a'), finding('4', 'a')]);
    expect(groups.map(({ ownerId, findings }) => [ownerId, findings.length])).toEqual([
      ['a', 2],
      ['b', 1],
      [undefined, 1],
    ]);
    const text = messageText(groups[0]?.findings ?? [], {
      check: 'amount-differs',
      name: 'Anna',
      zone: 'UTC',
      directory: nobody,
      printing: defaultSettings,
      recordAddress: 'https://crm.example/logs/{id}/edit',
    });
    expect(text).toContain('Hello Anna');
    expect(text).toContain(
      '- 12 Oct 2026, Call: 1,500.00 recorded · 7.50 h × 95.00 = 712.50 (https://crm.example/logs/3/edit)',
    );
    expect(text.match(/^- /gm)).toHaveLength(2);
  });

  test('a title of several lines stays one line, and without an address the id stands there', () => {
    const frame = {
      check: 'negative',
      name: 'A',
      zone: 'UTC',
      directory: nobody,
      printing: defaultSettings,
      recordAddress: null,
    };
    expect(messageText([finding('5', 'a', 'two\nlines')], frame)).toMatch(/two lines: .*\(5\)/);
  });
});

test('what was found is told as the settings print it, and to the cent where they would hide what differs', () => {
  const found = (given: Partial<PrintSettings>) =>
    foundText('amount-differs', finding('1', null), {
      zone: 'UTC',
      directory: nobody,
      printing: { ...defaultSettings, ...given },
    });
  expect(found({ hoursStyle: 'clock', moneyDigits: 3 })).toBe('1,500.000 recorded · 7:30 × 95.000 = 712.500');
  // 712.5 would be 713 without digits, and a tenth of an hour says 7.5 whole.
  expect(found({ hoursDigits: 1, moneyDigits: 0 })).toBe('1,500 recorded · 7.5 h × 95 = 712.50');
  const odd = { ...finding('1', null), facts: { hours: '-7.509', sessions: null } };
  const frame = { zone: 'UTC', directory: nobody, printing: { ...defaultSettings, hoursStyle: 'clock' as const } };
  expect(foundText('enormous-hours', odd, frame)).toBe('−7.51 h');
});

describe('the list that opens by itself', () => {
  const summary = (id: string, more: Partial<CheckSummary>): CheckSummary => ({
    id,
    open: 1,
    reviewed: 0,
    value: null,
    minutes: null,
    kind: 'list',
    examined: 10,
    everywhere: { examined: 10, found: 1 },
    ...more,
  });

  test('is the one with most money in question, then most hours; notices and empty ones come last or never', () => {
    const all = [
      summary('hours', { minutes: '6000' }),
      summary('credit', { value: '-900' }),
      summary('small', { value: '12.5' }),
      summary('habit', { value: '99999', kind: 'notice' }),
      summary('done', { value: null, open: 0 }),
    ];
    expect(mostAtStake(all)?.id).toBe('credit');
    expect(mostAtStake(all.filter(({ id }) => id === 'habit' || id === 'hours'))?.id).toBe('hours');
    expect(mostAtStake(all.filter(({ id }) => id === 'habit'))?.id).toBe('habit');
    expect(mostAtStake([summary('done', { open: 0 })])).toBeUndefined();
  });

  test('hours without money have their place: after any money, no money known and money of 0 alike, before nothing at all', () => {
    const all = [
      summary('nothing', {}),
      summary('done', { open: 0, value: '900', minutes: '900' }),
      summary('few-hours', { value: '0', minutes: '60' }),
      summary('many-hours', { minutes: '600' }),
      summary('a-cent', { value: '0.01', minutes: '1' }),
      summary('habit', { kind: 'notice', value: '99999' }),
    ];
    expect(all.toSorted(byStake).map(({ id }) => id)).toEqual([
      'a-cent',
      'many-hours',
      'few-hours',
      'nothing',
      'habit',
      'done',
    ]);
  });
});

describe('the view in the address', () => {
  test('is read back as it was written', () => {
    const view = { ...parseCheckView('period=2026-10&page=3'), check: 'overlap', showsReviewed: true };
    expect(parseCheckView(formatCheckView(view))).toEqual(view);
    expect(formatCheckView(parseCheckView(''))).toBe('');
  });

  test('another list, or other records, begin on their first page; an opened record does not turn it', () => {
    const view = parseCheckView('check=overlap&show=reviewed&page=3');
    expect(changeCheckView(view, { check: 'negative' })).toMatchObject({
      check: 'negative',
      page: 1,
      showsReviewed: false,
    });
    expect(changeCheckView(view, { period: '2026-10' })).toMatchObject({
      check: 'overlap',
      page: 1,
      showsReviewed: true,
    });
    expect(changeCheckView(view, { record: '7' })).toMatchObject({ page: 3, record: '7', showsReviewed: true });
    expect(changeCheckView(view, { page: 4 })).toMatchObject({ page: 4, check: 'overlap' });
  });
});

describe('the keys', () => {
  test('j and k lead into the list from anywhere and never out of it; arrows only within', () => {
    expect([stepOf('j', -1, 3, false), stepOf('j', 2, 3, true), stepOf('k', 0, 3, true)]).toEqual([0, 2, 0]);
    expect([stepOf('ArrowDown', -1, 3, false), stepOf('ArrowDown', 0, 3, true), stepOf('End', 0, 3, true)]).toEqual([
      undefined,
      1,
      2,
    ]);
    expect(stepOf('j', -1, 0, false)).toBeUndefined();
  });
});
