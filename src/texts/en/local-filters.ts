/** English for filters by client and team, and for searches, which only this computer knows. */

export const localFilterTexts = {
  search:
    'the service cannot search everything as this computer does: take the search out and give the words as free text, or use the records held here',
  billed: 'the service does not know what was billed: take “Billed” out of the filter, or use the records held here',
  tooMany: (groups: number, filters: number) =>
    `the service knows neither clients nor teams, and as ids this is ${groups} groups with ${filters} filters, more than one search takes: filter by the objects themselves, or use the records held here`,
};
