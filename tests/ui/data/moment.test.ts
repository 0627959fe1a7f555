import { afterEach, expect, test } from 'vitest';
import { findMoment, setMoment } from '#ui/data/moment.ts';

afterEach(() => setMoment(undefined));

test('what saves something that was read on screen is told of the moment, for which the host refuses it', () => {
  setMoment('#1');
  for (const method of ['report.run', 'settings.set', 'names.keep', 'checks.review', 'sent.elsewhere'])
    expect(findMoment(method), method).toBe('#1');
  // A mark is taken back by its number, which is the same at every moment.
  for (const method of ['sent.list', 'sent.settle']) expect(findMoment(method), method).toBeUndefined();
});
