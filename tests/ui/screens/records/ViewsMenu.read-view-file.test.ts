import { describe, expect, it } from 'vitest';
import { isSameView, viewFileSchema } from '#domain/records/view-file.ts';
import { readViewFile } from '#ui/screens/records/ViewsMenu.tsx';

const file = viewFileSchema.parse({
  format: 'timelog-view',
  name: 'Without rate',
  view: {
    period: 'last-month',
    filterGroups: [{ filters: [{ propertyName: 'a552213_billable_rate', operator: 'NOT_HAS_PROPERTY' }] }],
    sort: [{ propertyName: 'client', direction: 'ASCENDING' }],
    columns: ['client', 'a552213_title'],
    layout: { widths: { client: 200 }, pinned: ['client'], density: 'tight' },
  },
});

describe('a view file', () => {
  it('comes back as it was written', () => {
    expect(readViewFile(`\uFEFF${JSON.stringify(file, null, 2)}`)).toEqual({ ok: true, file });
  });

  it.each([
    ['no JSON', '{', /JSON/],
    ['another file', '{"format":"timelog-report"}', /format/],
    [
      'a column that is none',
      JSON.stringify({ ...file, view: { ...file.view, columns: ['gone'] } }),
      /gone is not a property/,
    ],
    ['a period that is none', JSON.stringify({ ...file, view: { ...file.view, period: 'someday' } }), /someday/],
    [
      'a filter that is none',
      JSON.stringify({
        ...file,
        view: { filterGroups: [{ filters: [{ propertyName: 'gone', operator: 'EQ', value: '1' }] }] },
      }),
      /gone/,
    ],
    ['a length no view has', 'x'.repeat(300_000), /larger/],
  ])('is refused for %s, with its place', (_, text, problem) => {
    expect(readViewFile(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('is the view on screen only where nothing differs', () => {
    const { view } = file;
    expect(isSameView(view, structuredClone(view))).toBe(true);
    expect(isSameView(view, { ...view, sort: [] })).toBe(false);
    expect(isSameView(view, { ...view, layout: { ...view.layout, pinned: [] } })).toBe(false);
  });
});
