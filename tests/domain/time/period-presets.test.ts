import { expect, it } from 'vitest';
import { anyContext, resolvePeriod } from '#domain/time/period.ts';
import { fiscalPeriodPresets, periodPresets } from '#domain/time/period-presets.ts';
import { uiTexts } from '#texts/screens/ui.ts';

const offered: readonly string[] = [...periodPresets, ...fiscalPeriodPresets];

it.each(offered)('the period %s that people choose by name is one that can be read', (text) => {
  expect(resolvePeriod(text, { ...anyContext, fiscalYearStart: 4 })).toMatchObject({ ok: true });
});

it('no period is worded that is not offered', () => {
  expect(Object.keys(uiTexts.period.presets).toSorted()).toEqual(offered.toSorted());
});
