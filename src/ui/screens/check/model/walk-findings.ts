/** Finds the line that a key moves to in the list of findings. Pure but for reading the focus. */

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

/** A text field has the focus, or a dialog is open over the list. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role="dialog"], [role="menu"], dialog') !== null) return true;
  const isBox = target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type);
  return target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !isBox);
}
