/** Writes cells for spreadsheets: one line a row, tabs between. Pure. */

/** With the decimal mark of either kind of locale. */
const NUMBER = /^-?\d+([.,]\d+)?$/;

/** A text may not contain tabs, and a spreadsheet must not run it as a formula; numbers stay numbers. */
export function pastedCell(text: string): string {
  const flat = text.replaceAll(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(flat) && !NUMBER.test(flat) ? `'${flat}` : flat;
}

export function pastedLines(lines: readonly (readonly string[])[]): string {
  return `${lines.map((line) => line.map(pastedCell).join('\t')).join('\n')}\n`;
}
