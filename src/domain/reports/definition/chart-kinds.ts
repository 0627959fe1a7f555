/** The kinds of charts of a report. */
export const charts = ['none', 'bars', 'trend-line', 'trend-bars', 'trend-area', 'billable-cost', 'multiples'] as const;

export type ChartKind = (typeof charts)[number];
