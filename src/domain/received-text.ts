/** Shows a value as the service sent it. */

/** @returns a text as it is; anything else as its JSON, and so a text with half a surrogate pair, which no file or terminal can hold. */
export function formatReceived(value: unknown): string {
  return typeof value === 'string' && value.isWellFormed() ? value : JSON.stringify(value);
}
