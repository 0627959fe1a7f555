/** What a digest says besides a document's own texts. */
export interface DigestWords {
  readonly records: string;
  readonly lines: string;
  readonly total: string;
  readonly totalIn: (currency: string) => string;
  readonly totalWithoutCurrency: string;
  readonly difference: string;
  readonly sums: string;
  readonly moreSums: (count: string) => string;
  readonly moreLines: (count: string) => string;
  readonly moreLinesIn: (count: string, currency: string) => string;
  readonly moreColumns: (heads: string) => string;
  readonly notes: string;
  readonly check: string;
  /** How the receiver checks it. */
  readonly howToCheck: string;
}
