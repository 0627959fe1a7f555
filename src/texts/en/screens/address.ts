/** English for addresses that ask for something that does not exist. */

export const addressTexts = {
  path: (path: string, shown: string) =>
    `The address asks for the page “${path}”, which does not exist; shown: ${shown}.`,
  period: (period: string, shown: string | undefined) =>
    `The address asks for the period “${period}”, which does not exist${shown === undefined ? ', so the default one is shown' : `; shown: ${shown}`}.`,
} as const;
