/** One bar: rounded at its growing end, hatched where it may still grow. recharts fills in its place. */
export interface BarLook {
  readonly colour: string;
  readonly hatch: string;
  readonly isSoFar: (index: number) => boolean;
  readonly isRounded?: boolean;
  readonly isLying?: boolean;
  /** Drawn over another bar: two hatches on top of one another could not be read. */
  readonly isOver?: boolean;
}

export interface ChartBarProps {
  readonly look: BarLook;
  readonly x?: number;
  readonly y?: number;
  /** Negative for a negative length of a horizontal bar. */
  readonly width?: number;
  /** Negative for a negative length. */
  readonly height?: number;
  readonly payload?: { readonly index: number };
}

const ROUND = 2;

export function ChartBar({ look, x = 0, y = 0, width = 0, height = 0, payload }: ChartBarProps) {
  const { colour, hatch, isSoFar, isRounded = true, isLying = false, isOver = false } = look;
  if (height === 0 || width === 0) return null;
  const soFar = payload !== undefined && isSoFar(payload.index);
  const fill = { fill: soFar ? `url(#${hatch})` : colour, stroke: soFar ? colour : 'none' };
  const round = isRounded ? ROUND : 0;
  const outline = isLying ? lying(x, y, width, height, round) : standing(x, y, width, height, round);
  return (
    <>
      {isOver && soFar && <path d={outline} fill="var(--panel)" />}
      <path d={outline} {...fill} />
    </>
  );
}

function standing(x: number, y: number, width: number, height: number, most: number): string {
  const round = Math.min(most, Math.abs(height), width / 2);
  const [end, base] = height > 0 ? [y, y + height] : [y + height, y];
  const shoulder = end + (height > 0 ? round : -round);
  const right = x + width;
  return `M${x},${base} V${shoulder} Q${x},${end} ${x + round},${end} H${right - round} Q${right},${end} ${right},${shoulder} V${base} Z`;
}

function lying(x: number, y: number, width: number, height: number, most: number): string {
  const round = Math.min(most, Math.abs(width), height / 2);
  const [base, end] = [x, x + width];
  const shoulder = end - (width > 0 ? round : -round);
  const low = y + height;
  return `M${base},${y} H${shoulder} Q${end},${y} ${end},${y + round} V${low - round} Q${end},${low} ${shoulder},${low} H${base} Z`;
}

interface HatchesProps {
  /** Distinguishes this chart's patterns from those of its neighbours. */
  readonly id: string;
  readonly colours: readonly string[];
}

export function hatchId(id: string, index: number): string {
  return `${id}-hatch-${index}`;
}

/** The hatched fills of figures that are “so far”, one for each colour in use. */
export function Hatches({ id, colours }: HatchesProps) {
  return (
    <defs>
      {colours.map((colour, index) => (
        <pattern
          // eslint-disable-next-line react/no-array-index-key -- a series' place is its identity here
          key={index}
          id={hatchId(id, index)}
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
