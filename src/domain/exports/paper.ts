/** The paper that pages are laid out for: what readers of a locale have in their printers, unless one is chosen. */

export const papers = ['a4', 'letter'] as const;
export type Paper = (typeof papers)[number];

/** Regions that print on Letter, after the paper sizes of CLDR. */
const letterRegions: ReadonlySet<string> = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/** @param locale undefined: pages are written as everywhere else in the program, which is for A4 */
export function choosePaper(paper: Paper | undefined, locale: string | undefined): Paper {
  if (paper !== undefined) return paper;
  const region = locale === undefined ? undefined : new Intl.Locale(locale).maximize().region;
  return region !== undefined && letterRegions.has(region) ? 'letter' : 'a4';
}
