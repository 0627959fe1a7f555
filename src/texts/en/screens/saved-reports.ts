/** English for saved reports. */

export const nameTaken = (name: string) => `Another report is already called “${name}”`;
