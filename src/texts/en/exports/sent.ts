/** What is said of files that left. */
const day = (timestamp: string) => timestamp.slice(0, 10);

export const sentTexts = {
  changedMeanwhile: 'The records changed while the file was written: write it again.',
  billed: (records: number, file: string, at: string) =>
    `${records === 1 ? 'One of these records is' : `${records} of these records are`} billed already by ${file} of ${day(at)}: leave ${records === 1 ? 'it' : 'them'} out, or say why ${records === 1 ? 'it is' : 'they are'} billed again.`,
  nothingToMark: (billed: number) =>
    billed === 0
      ? 'There is nothing billable to mark: choose other records.'
      : 'Everything billable of these records is billed already: choose others.',
  findingsBill: 'A list of findings or changes bills nothing: export the records themselves.',
  withoutRecords: (file: string) =>
    `It is not known which records ${file} had: it lists findings, changes or adjustments, or others came while it was written.`,
  noFile: (number: number) => `No file ${number} is remembered as sent.`,
} as const;
