import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#domain/settings.ts';
import { groupByPerson, formatMessage } from '#ui/screens/check/messages.ts';
import { finding, nobody } from '#tests/support/reports/check-finding.ts';

describe('a message', () => {
  test('goes to one person, with everything needed to mend the entries and nothing of others', () => {
    const groups = groupByPerson([finding('1', null), finding('2', 'b'), finding('3', 'a'), finding('4', 'a')]);
    expect(groups.map(({ ownerId, findings }) => [ownerId, findings.length])).toEqual([
      ['a', 2],
      ['b', 1],
      [undefined, 1],
    ]);
    const text = formatMessage(groups[0]?.findings ?? [], {
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

  test('a title of several lines stays one line, and without an address shows the id', () => {
    const frame = {
      check: 'negative',
      name: 'A',
      zone: 'UTC',
      directory: nobody,
      printing: defaultSettings,
      recordAddress: null,
    };
    expect(formatMessage([finding('5', 'a', 'two\nlines')], frame)).toMatch(/two lines: .*\(5\)/);
  });
});
