/** English for reports that are kept. */

export const nameTaken = (name: string) => `Another report is called “${name}” already`;
