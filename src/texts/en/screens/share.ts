/** English for passing on what a screen shows: one button, and what its menu offers. */

export const shareTexts = {
  open: 'Share',
  copyFigure: (figure: string) => `Copy figure: ${figure}`,
  /** On the clipboard. */
  figure: (what: string, period: string, figure: string) => `${what}, ${period}: ${figure}`,
  figureCopied: (text: string) => `Copied: ${text}`,
  copyTable: 'Copy table',
  tableCopied: 'Copied, ready to paste into a spreadsheet',
  notCopied: 'This page may not write to the clipboard: write a file instead.',
  copyPicture: 'Copy picture',
  savePicture: 'Save picture…',
  formats: { pdf: 'PDF…', xlsx: 'Excel workbook…', csv: 'CSV…', html: 'Web page for a mail…' },
  reportFile: 'Saved report file',
} as const;
