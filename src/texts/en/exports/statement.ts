/** English for what heads a client's file, how its lines are grouped, and what a setting of it must be. */

export const statementTexts = {
  heading: 'Activity statement',
  receiver: (client: string) => `For ${client}`,
  facts: {
    number: 'Number',
    period: 'Period',
    order: 'Your order',
    reference: 'Our reference',
    asOf: 'Records as of',
  },
  moment: (day: string, time: string, zone: string) => `${day}, ${time} (${zone})`,
  heads: {
    day: 'Date',
    person: 'Person',
    object: 'Project',
    title: 'Work',
    hours: 'Hours',
  },
  /** Lines that name no service, or no project. */
  ungrouped: { service: 'Without a service', object: 'Without a project' },
  subtotal: (group: string) => `Subtotal ${group}`,
  rounding: 'Rounding of single lines',
  carried: 'Carried forward',
  brought: 'Brought forward',
  noLogo: 'The logo could not be drawn: choose another file in Settings.',
  /** Sentence fragments. */
  needs: {
    lines: (most: number) => `1 to ${most} lines`,
    letters: (most: number) => `lines of at most ${most} characters`,
    logo: 'a PNG, JPEG or SVG picture without scripts or links',
    period: 'a pattern with {period}, so that no two statements of a client have one number',
    places: 'a pattern that knows {client}, {period} and {reference} alone',
  },
} as const;
