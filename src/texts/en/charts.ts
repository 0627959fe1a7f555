/** English for charts: their controls, what a mark says, and what they leave out. */

export const chartTexts = {
  chart: 'Chart',
  table: 'Table',
  show: 'Show as',
  picture: 'Picture',
  copyPicture: 'Copy picture',
  savePicture: 'Save picture…',
  copied: 'Picture copied',
  saved: (file: string) => `Saved ${file}`,
  notCopied: 'The picture could not be copied; save it instead.',
  rest: (groups: number) => `Other (${groups})`,
  notDrawn: (groups: number) =>
    `${groups} more ${groups === 1 ? 'group is' : 'groups are'} in the table only: these figures cannot be added up to an “Other”.`,
  states: { complete: '', soFar: 'so far', missing: 'not fetched' },
  cut: 'part',
  before: (label: string) => `${label}, before`,
  bucket: (axis: string, bucket: string) => `${axis}: ${bucket}`,
  mark: (series: string, figure: string) => `${series} ${figure}`,
  none: 'No figures to draw',
  noneDetail: 'There is nothing recorded for this report, or its measures are unknown here.',
  help: 'Arrow keys move between the marks, Enter opens their records, Escape leaves.',
  label: (title: string) => `${title}, chart`,
  unknown: 'unknown',
} as const;
