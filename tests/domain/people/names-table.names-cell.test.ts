/** A cell that is filled by hand changes its own field, is refused with a reason, and can be taken back. */
import { describe, expect, it } from 'vitest';
import { changeFields, invertChange } from '#domain/people/names-table.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const directory = directoryOf({
  owners: { '7': { name: 'Ann', team: 'Tax', weeklyHours: '40', absences: '2026-11-02 sick' } },
  objects: { 'deal:7': { name: 'Audit', client: 'Acme' } },
});
const ann = { kind: 'person', id: '7' };

describe('one field', () => {
  it('changes alone, the others stay', () => {
    const read = changeFields(directory, ann, { weekly_hours: '38,5' });
    expect(read).toMatchObject({
      ok: true,
      change: { owners: { 7: { name: 'Ann', team: 'Tax', weeklyHours: '38.5' } } },
    });
    expect(changeFields(directory, { kind: 'deal', id: '7' }, { currency: ' CHF ' })).toMatchObject({
      ok: true,
      change: { objects: { 'deal:7': { name: 'Audit', client: 'Acme', currency: 'CHF' } } },
    });
  });

  it('of hours is their whole text, but for the hours from before the first day', () => {
    const hours = (held: string, typed: string) => {
      const known = directoryOf({ owners: { '7': { name: 'Ann', weeklyHours: held } } });
      const read = changeFields(known, ann, { weekly_hours: typed });
      return read.ok ? read.change.owners['7']?.weeklyHours : read.problem;
    };
    expect(hours('40', '20 from 2026-10-01')).toBe('40; 20 from 2026-10-01');
    expect(hours('40; 20 from 2026-10-01', '40,0\n20 from 2026-11-01')).toBe('40; 20 from 2026-11-01');
    expect(hours('20 from 2026-10-01', '20 from 2026-11-01')).toBe('20 from 2026-11-01');
    expect(hours('40; 20 from 2026-10-01', '38,5; 7,5 from 2026-10-01')).toBe('38.5; 7.5 from 2026-10-01');
    expect(hours('40; 20 from 2026-10-01', '')).toBeNull();
    expect(hours('40', '20 from soon')).toContain('40; 20 from 2026-10-01');
  });

  it('is emptied by an empty cell', () => {
    const emptied = changeFields(directory, ann, { absences: '' });
    expect(emptied).toMatchObject({ ok: true });
    expect(emptied.ok && emptied.change.owners['7']?.absences).toBeUndefined();
  });

  it('is removed with its entry by an empty name', () => {
    expect(changeFields(directory, ann, { name: ' ' })).toEqual({
      ok: true,
      change: { owners: { 7: null }, objects: {} },
    });
    expect(changeFields(directory, { kind: 'person', id: '8' }, { name: '' })).toEqual({
      ok: true,
      change: { owners: {}, objects: {} },
    });
  });

  it('is refused with a reason', () => {
    const problem = (id: string, fields: Parameters<typeof changeFields>[2]) => {
      const read = changeFields(directory, { kind: 'person', id }, fields);
      return read.ok ? undefined : read.problem;
    };
    expect(problem('8', { team: 'Tax' })).toContain('needs a name');
    expect(problem('7', { weekly_hours: 'a lot' })).toContain('not a number of hours');
    expect(problem('7', { active_from: '2026-13-01' })).toContain('not a date');
    expect(problem('7', { absences: 'soon' })).toContain('no days away');
  });
});

it('takes back a change, a removal and a new entry', () => {
  const change = { owners: { '7': null, '8': directory.owners['7'] ?? null }, objects: { 'deal:7': null } };
  expect(invertChange(directory, change)).toEqual({
    owners: { '7': directory.owners['7'], '8': null },
    objects: { 'deal:7': directory.objects['deal:7'] },
  });
});
