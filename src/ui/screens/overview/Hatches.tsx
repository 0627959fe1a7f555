/** The hatched fills of figures that are “so far”, one for each series. */

export const HATCHES = { billable: 'hatch-billable', cost: 'hatch-cost' } as const;

const series = ['billable', 'cost'] as const;

export function Hatches() {
  return (
    <defs>
      {series.map((each) => (
        <pattern
          key={each}
          id={HATCHES[each]}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" fill={`var(--chart-${each})`} fillOpacity="0.18" />
          <rect width="2.4" height="6" fill={`var(--chart-${each})`} />
        </pattern>
      ))}
    </defs>
  );
}
