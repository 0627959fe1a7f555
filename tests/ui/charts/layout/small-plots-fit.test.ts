/** Small charts stand in whole rows, as many as fit. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallPlotsThatFit } from '../../../../src/ui/charts/layout/small-plots-fit.ts';

test('rows of small charts, and the line that counts the others, stay inside the panel', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 220, max: 2000 }),
      fc.integer({ min: 130, max: 900 }),
      (plots, width, height) => {
        const fit = smallPlotsThatFit(plots, { width, height });
        const rows = Math.ceil(fit.count / fit.columns);
        const taken = rows * (fit.height + 20) + (rows - 1) * 10 + 8 + (fit.count < plots ? 26 : 0);
        expect(taken).toBeLessThanOrEqual(height);
        expect(fit.count === plots || fit.count % fit.columns === 0).toBe(true);
      },
    ),
  );
});
