/** The hatched fills of figures that are “so far”, one for each colour in use. */

export interface HatchesProps {
  /** Distinguishes this chart's patterns from those of its neighbours. */
  readonly id: string;
  readonly colours: readonly string[];
}

export function hatchId(id: string, index: number): string {
  return `${id}-hatch-${index}`;
}

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
