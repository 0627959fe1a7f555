/** A bucket under the axis: its name, and below it “so far”, “not fetched” or “part” where it is incomplete. */
import { chartTexts as texts } from '#texts/screens/charts.ts';
import type { Bucket } from '#domain/charts/chart-model.ts';
import { textWidth, splitYear, TICK_SIZE } from '../layout/text-width.ts';

export interface AxisTickProps {
  readonly buckets: readonly Bucket[];
  /** Every how many buckets are named; incomplete ones always are. */
  readonly every: number;
  /** Pixels of one bucket. */
  readonly room: number;
  /** There is room for the name alone: hatch and legend show what is incomplete. */
  readonly isOneLine?: boolean;
  /** recharts fills in the place and the bucket. */
  readonly x?: number;
  readonly y?: number;
  readonly index?: number;
}

export function AxisTick({ buckets, every, room, isOneLine = false, x = 0, y = 0, index = 0 }: AxisTickProps) {
  const bucket = buckets[index];
  if (!bucket) return null;
  const isNamed = index % every === 0;
  const state = stateText(bucket);
  const [name, year] = splitYear(bucket.short);
  const beginsYear = year !== undefined && splitYear(buckets[index - 1]?.short ?? '')[1] !== year;
  // Where names must be left out, the last bucket still shows that it is running. Words must not overlap their neighbours': the hatch and
  // the legend say the same.
  const isTold =
    !isOneLine &&
    state !== '' &&
    (index === buckets.length - 1 || (every === 1 && textWidth(state, TICK_SIZE) <= room));
  return (
    <g fontSize={TICK_SIZE} textAnchor="middle">
      {isNamed && (
        <text x={x} y={y + 10} fill="var(--ink-2)">
          {name}
        </text>
      )}
      {isTold && (
        <text x={x} y={y + 24} fill="var(--warn)">
          {state}
        </text>
      )}
      {!isTold && !isOneLine && isNamed && beginsYear && (
        <text x={x} y={y + 24} fill="var(--ink-3)">
          {year}
        </text>
      )}
    </g>
  );
}

/** Whether any of them may show more than its name. */
export function hasSecondLine(buckets: readonly Bucket[]): boolean {
  return buckets.some((each) => stateText(each) !== '' || splitYear(each.short)[1] !== undefined);
}

export function stateText({ state, cut }: Pick<Bucket, 'state' | 'cut'>): string {
  return state === 'complete' ? (cut ? texts.cut : '') : texts.states[state];
}
