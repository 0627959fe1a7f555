/** English for filters by client and team, which only this computer knows. */

export const localFilterTexts = {
  tooMany: (groups: number, filters: number) =>
    `the service knows neither clients nor teams, and as ids this is ${groups} groups with ${filters} filters, more than one search takes: filter by the objects themselves, or use the records held here`,
};
