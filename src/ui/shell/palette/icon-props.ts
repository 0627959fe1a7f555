/** The icons of the palette. */
export const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
