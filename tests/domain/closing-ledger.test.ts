import { describe, expect, it } from 'vitest';
import { decide, readLedger, findDecidedState, toEquations, type DriftLine } from '#domain/closing-ledger.ts';
import type { Decision, NumberedStep, RecordState } from '#domain/closing-steps.ts';

const told = { at: '2026-11-02T08:00:00.000Z', who: 'ada' };
const worth = (value: string): RecordState => ({ client: 'Acme', currency: 'EUR', minutes: '60', value });

const closed: NumberedStep = {
  kind: 'close',
  ...told,
  step: 1,
  number: 1,
  period: { text: '2026-10', from: '2026-10-01', to: '2026-10-31', calendar: 'recorded-month' },
  client: 'Acme',
  zone: 'UTC',
  settings: {},
  asOf: null,
  merge: null,
  provisional: [],
  accepted: {},
  reason: null,
  totals: [{ currency: 'EUR', records: 1, minutes: '60', value: '100' }],
  printed: [],
  carried: [],
  cancels: null,
};

/** Decides one record again and again, as it was and as it is each time. */
function history(...decisions: readonly (readonly [Decision, RecordState | null])[]) {
  const steps: NumberedStep[] = [closed];
  let before: RecordState | null = worth('100');
  for (const [decision, after] of decisions) {
    const [closing] = readLedger(steps).closings;
    if (!closing) throw new Error('There is a closing');
    const line: DriftLine = { closing: 1, id: '7', kind: 'changed', before, after };
    const lines = decide(closing, line, decision);
    steps.push({ kind: 'decide', ...told, step: steps.length + 1, closing: 1, decision, reason: 'so', lines });
    before = after;
  }
  const [closing] = readLedger(steps).closings;
  if (!closing) throw new Error('There is a closing');
  const ownFigures = before ? [{ currency: 'EUR', records: 1, minutes: before.minutes, value: before.value }] : [];
  const [equation] = toEquations(closing, [], { ownFigures, elsewhere: [] });
  const record = closing.decided.get('7');
  return {
    charged: record?.charged?.value ?? null,
    state: record && findDecidedState(record),
    adjusted: equation?.adjusted.value,
    ignored: equation?.ignored.value,
    holds: equation?.holds,
  };
}

describe('what was decided of a record', () => {
  it.each([
    ['is charged as it is today once it is adjusted', [['adjust', worth('80')]], '80', 'adjusted', '-20', '0'],
    ['stays charged as it was once a change is ignored', [['ignore', worth('80')]], '100', 'ignored', '0', '-20'],
    [
      'is adjusted from what was charged, so that what was ignored is undone',
      [
        ['ignore', worth('80')],
        ['adjust', worth('70')],
      ],
      '70',
      'adjusted',
      '-30',
      '0',
    ],
    [
      'is not billed a second time where it comes back after its loss was ignored',
      [
        ['ignore', null],
        ['adjust', worth('100')],
      ],
      '100',
      'adjusted',
      '0',
      '0',
    ],
    [
      'is free of the closing where it is gone and adjusted',
      [
        ['ignore', worth('80')],
        ['adjust', null],
      ],
      null,
      undefined,
      '-100',
      '0',
    ],
  ] as const)('%s', (_what, decisions, charged, state, adjusted, ignored) => {
    expect(history(...decisions)).toEqual({ charged, state, adjusted, ignored, holds: true });
  });

  it('is not credited where it came later, was ignored, and is gone again', () => {
    const line: DriftLine = { closing: 1, id: '8', kind: 'appeared', before: null, after: worth('50') };
    const decided = new Map([['8', { base: worth('50'), charged: null }]]);
    const [closing] = readLedger([closed]).closings;
    if (!closing) throw new Error('There is a closing');
    const gone: DriftLine = { ...line, kind: 'vanished', before: worth('50'), after: null };
    expect(decide({ ...closing, decided }, gone, 'adjust')).toEqual([
      { id: '8', kind: 'undone', decision: 'ignore', before: worth('50'), after: null },
    ]);
  });

  it('does not hold where today is another than the parts say', () => {
    const [closing] = readLedger([closed]).closings;
    if (!closing) throw new Error('There is a closing');
    const ownFigures = [{ currency: 'EUR', records: 1, minutes: '60', value: '100.00000001' }];
    expect(toEquations(closing, [], { ownFigures, elsewhere: [] })).toMatchObject([{ holds: false }]);
  });

  it('holds for each currency by itself: what one lacks, another does not make up for', () => {
    const of = (currency: string, value: string) => ({ currency, records: 1, minutes: '60', value });
    const closing = { totals: [of('CHF', '50'), of('EUR', '100')], lines: [] };
    const tell = (francs: string, euros: string) =>
      toEquations(closing, [], { ownFigures: [of('CHF', francs), of('EUR', euros)], elsewhere: [] }).map(
        ({ currency, holds }) => [currency, holds],
      );
    expect(tell('50', '100')).toEqual([
      ['CHF', true],
      ['EUR', true],
    ]);
    expect(tell('60', '90')).toEqual([
      ['CHF', false],
      ['EUR', false],
    ]);
  });
});
