import { describe, expect, test } from 'vitest';
import { changeCheckView, formatCheckView, parseCheckView } from '#ui/screens/check/check-view.ts';

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
