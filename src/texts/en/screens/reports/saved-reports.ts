/** English for saved reports. */

export const nameTaken = (name: string) => `Another report is already called “${name}”`;

export const exportNameTaken = (name: string): string =>
  `There is an export called “${name}” already: choose another name`;
