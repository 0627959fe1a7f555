/** Counts what a workbook cannot hold as it is: its Notes sheet says so. */
import type { WorkbookWords } from '../../../../src/domain/exports/workbook-words.ts';

export class Remarks {
  readonly #counts = { digits: 0, early: 0, negative: 0, heads: 0, cut: 0 };
  #firstCut = '';
  readonly #sentences: string[] = [];
  /** The sheet whose cells are being written. */
  sheet = '';

  add(what: 'digits' | 'early' | 'negative' | 'heads', count = 1): void {
    this.#counts[what] += count;
  }

  addCut(place: string): void {
    if (this.#counts.cut === 0) this.#firstCut = `${this.sheet}!${place}`;
    this.#counts.cut += 1;
  }

  say(sentence: string): void {
    this.#sentences.push(sentence);
  }

  toSentences({ remarks }: WorkbookWords): string[] {
    const { digits, early, negative, heads, cut } = this.#counts;
    return [
      ...this.#sentences,
      ...(digits > 0 ? [remarks.digits(digits)] : []),
      ...(cut > 0 ? [remarks.cut(cut, this.#firstCut)] : []),
      ...(early > 0 ? [remarks.early(early)] : []),
      ...(negative > 0 ? [remarks.negative(negative)] : []),
      ...(heads > 0 ? [remarks.heads(heads)] : []),
    ];
  }
}
