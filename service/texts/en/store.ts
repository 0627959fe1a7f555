/** What the service says of a store it cannot use, each a complete sentence without its full stop. */
export const storeTexts = {
  newer: (place: string) =>
    `The service's store ${place} was written by a newer version of this program: install that version`,
  unreadable: (path: string, problem: string) =>
    `The service's store ${path} cannot be used (${problem}): put a backup in its place, or name another with --data-dir`,
} as const;
