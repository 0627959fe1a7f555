/**
 * English for people's gaps: a sentence that says that no person is short also names the threshold and the gaps below it. Figures come with
 * their unit.
 */

export interface GapWords {
  /** The threshold. */
  readonly least: string;
  /** Gaps below it. */
  readonly smaller: { readonly people: number; readonly hours: string };
  /** People who logged more than expected. */
  readonly beyond: { readonly people: number; readonly hours: string };
  /** People whose gap is known. */
  readonly known: number;
}

const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`;

export const gapTexts = {
  noneReached: (least: string) => `No gap of ${least} or more`,
  /** Where no gap reaches the threshold. */
  none: ({ least, smaller, beyond, known }: GapWords): string => {
    if (known === 0) return 'No weekly hours are known, so gaps are not known either.';
    const more = beyond.people === 0 ? '' : ` ${people(beyond.people)} logged ${beyond.hours} more than expected.`;
    const below = smaller.people === 0 ? 'there is no smaller one either' : `smaller ones: ${gapTexts.sum(smaller)}`;
    return `No gap reaches ${least}; ${below}.${more}`;
  },
  /** Beside a list of gaps. */
  leftOut: ({ least, smaller }: Pick<GapWords, 'least' | 'smaller'>): string =>
    smaller.people === 0
      ? `Gaps of ${least} or more are listed; there is no smaller one.`
      : `Gaps of ${least} or more are listed; smaller ones are left out: ${gapTexts.sum(smaller)}.`,
  sum: ({ people: count, hours }: GapWords['smaller']): string =>
    count === 1 ? `1 person, ${hours}` : `${people(count)}, ${hours} together`,
};
