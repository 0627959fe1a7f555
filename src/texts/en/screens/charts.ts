/** English for charts: their controls, a mark's figures, and what they leave out. */

export const chartTexts = {
  /** At an axis. */
  thousands: (figure: string) => `${figure}k`,
  millions: (figure: string) => `${figure}M`,
  chart: 'Chart',
  table: 'Table',
  show: 'Show as',
  resize: 'Height of the chart: drag; a double click sets it back',
  fold: 'Hide the chart',
  unfold: 'Show the chart',
  copied: 'Picture copied',
  saved: (file: string) => `Saved ${file}`,
  notCopied: 'The picture could not be copied; save it instead.',
  /** What several small charts are. */
  smallCharts: (groups: string, axis: string) => `${groups} by ${axis}, one small chart each, on one scale`,
  notDrawn: (groups: string) => `${groups} more ${groups === '1' ? 'group is' : 'groups are'} in the table only.`,
  states: { complete: '', soFar: 'so far', missing: 'not fetched' },
  noBar: 'no bar, it would dwarf the others',
  cut: 'part',
  changeIn: (label: string) => `${label}, change`,
  before: (label: string) => `${label}, before`,
  beforeAll: 'compared period',
  inUnit: (unit: string) => `in ${unit}`,
  atEnd: (labels: string) => `at the end: ${labels}`,
  /** Beside a small chart; `ofTotal` says what it is a part of. */
  total: {
    added: (figure: string) => `total ${figure}`,
    overall: (figure: string) => `overall ${figure}`,
  },
  ofTotal: (isAdded: boolean, label: string, dates: string, isSoFar: boolean) =>
    `${isAdded ? 'total' : 'overall'}: ${label}, ${dates}${isSoFar ? ', so far' : ''}`,
  andMore: (groups: string) => `and ${groups} more`,
  moreInTable: (groups: string) => `${groups} more ${groups === '1' ? 'is' : 'are'} not in this picture.`,
  instead: (chosen: string, drawn: string) => `No line has a figure for ${chosen}: ${drawn} is drawn instead.`,
  apart: 'Amounts of several currencies share no axis: the table has each of them.',
  insteadApart: (drawn: string) => `Amounts of several currencies share no axis; ${drawn} is drawn instead.`,
  bucket: (axis: string, bucket: string) => `${axis}: ${bucket}`,
  mark: (series: string, figure: string) => `${series} ${figure}`,
  none: 'No figures to draw',
  noRecord: 'No record matches.',
  noneDetail: 'Nothing was recorded, or what would be drawn is unknown: the notes below the table say why.',
  help: 'Arrow keys move between the marks, Enter opens their records, Escape leaves.',
  label: (title: string) => `${title}, chart`,
  unknown: 'unknown',
} as const;
