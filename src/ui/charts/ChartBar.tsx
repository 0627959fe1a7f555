import { chartTexts as texts } from '#texts/screens/charts.ts';
import type { Bucket } from '#domain/charts/chart-model.ts';
import { textWidth, splitYear, TICK_SIZE } from './geometry.ts';

/** The look of a bar, which is rounded at its growing end and hatched while it may still grow. */
export interface BarLook {
  readonly colour: string;
  readonly hatch: string;
  readonly isIncomplete: (index: number) => boolean;
  readonly isRounded?: boolean;
  readonly isHorizontal?: boolean;
  /** True for a bar over another one, which gets a plain background, because two overlaid hatches would be unreadable. */
  readonly isOver?: boolean;
}

export interface ChartBarProps {
  readonly look: BarLook;
  /** recharts fills in the position and the bucket. */
  readonly x?: number;
  readonly y?: number;
  /** Negative for a horizontal bar of negative length. */
  readonly width?: number;
  /** Negative for a vertical bar of negative length. */
  readonly height?: number;
  readonly payload?: { readonly index: number };
}

const ROUND = 2;

export function ChartBar({ look, x = 0, y = 0, width = 0, height = 0, payload }: ChartBarProps) {
  const { colour, hatch, isIncomplete, isRounded = true, isHorizontal = false, isOver = false } = look;
  if (height === 0 || width === 0) return null;
  const soFar = payload !== undefined && isIncomplete(payload.index);
  const fill = { fill: soFar ? `url(#${hatch})` : colour, stroke: soFar ? colour : 'none' };
  const round = isRounded ? ROUND : 0;
  const outline = (isHorizontal ? outlineHorizontalBar : outlineVerticalBar)(x, y, width, height, round);
  return (
    <>
      {isOver && soFar && <path d={outline} fill="var(--panel)" />}
      <path d={outline} {...fill} />
    </>
  );
}

function outlineVerticalBar(x: number, y: number, width: number, height: number, maxRound: number): string {
  const round = Math.min(maxRound, Math.abs(height), width / 2);
  const [end, base] = height > 0 ? [y, y + height] : [y + height, y];
  const shoulder = end + (height > 0 ? round : -round);
  const right = x + width;
  return `M${x},${base} V${shoulder} Q${x},${end} ${x + round},${end} H${right - round} Q${right},${end} ${right},${shoulder} V${base} Z`;
}

function outlineHorizontalBar(x: number, y: number, width: number, height: number, maxRound: number): string {
  const round = Math.min(maxRound, Math.abs(width), height / 2);
  const [base, end] = [x, x + width];
  const shoulder = end - (width > 0 ? round : -round);
  const low = y + height;
  return `M${base},${y} H${shoulder} Q${end},${y} ${end},${y + round} V${low - round} Q${end},${low} ${shoulder},${low} H${base} Z`;
}

interface HatchesProps {
  /** Keeps this chart's patterns apart from those of its neighbours. */
  readonly id: string;
  readonly colours: readonly string[];
}

export function toHatchId(id: string, index: number): string {
  return `${id}-hatch-${index}`;
}

/** The hatched fills of figures that are “so far”, one for each colour in use. */
export function Hatches({ id, colours }: HatchesProps) {
  return (
    <defs>
      {colours.map((colour, index) => (
        <pattern
          // eslint-disable-next-line react/no-array-index-key -- a series' index is its identity here
          key={index}
          id={toHatchId(id, index)}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" fill={colour} fillOpacity="0.18" />
          <rect width="2.4" height="6" fill={colour} />
        </pattern>
      ))}
    </defs>
  );
}

interface AxisTickProps {
  readonly buckets: readonly Bucket[];
  /** Every how many buckets one is named. */
  readonly every: number;
  /** The width of one bucket in pixels. */
  readonly room: number;
  /** True if there is room only for the name, so that only the hatch and the legend show what is incomplete. */
  readonly isOneLine?: boolean;
  /** recharts fills in the position and the bucket. */
  readonly x?: number;
  readonly y?: number;
  readonly index?: number;
}

/** A bucket's label under the axis: its name, and below it “so far”, “not fetched” or “part” if it is incomplete. */
export function AxisTick({ buckets, every, room, isOneLine = false, x = 0, y = 0, index = 0 }: AxisTickProps) {
  const bucket = buckets[index];
  if (!bucket) return null;
  const isNamed = index % every === 0;
  const state = formatState(bucket);
  const [name, year] = splitYear(bucket.short);
  const beginsYear = year !== undefined && splitYear(buckets[index - 1]?.short ?? '')[1] !== year;
  // Labels must not overlap, so if names are left out, only the last bucket shows its state.
  const hasStateLine =
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
      {hasStateLine && (
        <text x={x} y={y + 24} fill="var(--warn)">
          {state}
        </text>
      )}
      {!hasStateLine && !isOneLine && isNamed && beginsYear && (
        <text x={x} y={y + 24} fill="var(--ink-3)">
          {year}
        </text>
      )}
    </g>
  );
}

/** Returns true if any tick needs a second line, for a state or a year. */
export function hasSecondLine(buckets: readonly Bucket[]): boolean {
  return buckets.some((bucket) => formatState(bucket) !== '' || splitYear(bucket.short)[1] !== undefined);
}

export function formatState({ state, cut }: Pick<Bucket, 'state' | 'cut'>): string {
  return state === 'complete' ? (cut ? texts.cut : '') : texts.states[state];
}
