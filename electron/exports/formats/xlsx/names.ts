/** Names that a workbook accepts: of sheets, of columns of a table, of places. */

const SHEET_LIMIT = 31;
const HEAD_LIMIT = 255;

/** @param number 1 is A */
export function toLetters(number: number): string {
  const rest = (number - 1) % 26;
  const letter = String.fromCharCode(65 + rest);
  return number <= 26 ? letter : toLetters((number - 1 - rest) / 26) + letter;
}

/** Without what no sheet's name may hold. */
export function toSheetName(word: string): string {
  const kept = word.replaceAll(/[[\]:*?/\\]/g, '').replaceAll(/^'+|'+$/g, '');
  return kept.slice(0, SHEET_LIMIT).trim() || '_';
}

/** As formulas name it. */
export function quoteSheet(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

/** Heads as a table takes them: one line, not empty, none twice in whatever case. */
export function toTableHeads(heads: readonly string[]): string[] {
  const taken = new Set<string>();
  return heads.map((head) => {
    const plain = head.replaceAll(/\s+/g, ' ').trim() || '_';
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : ` (${count})`;
      const name = plain.slice(0, HEAD_LIMIT - suffix.length).trim() + suffix;
      const key = name.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return name;
    }
  });
}
