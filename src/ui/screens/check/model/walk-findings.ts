/** Where a key leads in the list of findings. Pure. */

/** @param at the focused line; −1: none. @returns the line to go to; undefined: the key moves nothing. */
export function chooseStep(key: string, at: number, lines: number, isInList: boolean): number | undefined {
  if (lines === 0) return undefined;
  switch (key) {
    case 'j':
      return Math.min(lines - 1, at + 1);
    case 'k':
      return Math.max(0, at - 1);
    // Outside the list these keys belong to the focused element.
    case 'ArrowDown':
      return isInList ? Math.min(lines - 1, at + 1) : undefined;
    case 'ArrowUp':
      return isInList ? Math.max(0, at - 1) : undefined;
    case 'Home':
      return isInList ? 0 : undefined;
    case 'End':
      return isInList ? lines - 1 : undefined;
    default:
      return undefined;
  }
}
