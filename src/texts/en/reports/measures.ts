/** English for measures and reports: labels, formulas as Explain prints them, and what is wrong with a report. */

export const measureTexts = {
  records: { label: 'Records', formula: 'number of records' },
  owners: { label: 'People', formula: 'number of different people' },
  logged_hours: {
    label: 'Logged hours',
    formula: 'Σ total minutes / 60; a record without them counts with its total hours',
  },
  billable_logged_hours: {
    label: 'Billable hours',
    formula: 'Σ billable minutes / 60; a record without them counts with its billable hours',
  },
  nonbillable_hours: {
    label: 'Non-billable hours',
    formula: 'logged hours − billable hours, both over records where both are known',
  },
  billable_share: {
    label: 'Billable share',
    formula: 'billable hours / logged hours, both over records where both are known',
  },
  billable_value: { label: 'Billable value', formula: 'Σ billable value (recorded, not invoiced)' },
  recorded_cost: { label: 'Cost', formula: 'Σ cost' },
  margin: {
    label: 'Margin',
    formula: 'Σ billable value − Σ cost, over records whose cost is known; nothing billable counts as value 0',
  },
  margin_percent: { label: 'Margin %', formula: '100 × margin / billable value, over records whose cost is known' },
  effective_rate: {
    label: 'Effective rate',
    formula: 'Σ billable value / billable hours, both over records where both are known',
  },
  working_days: { label: 'Working days', formula: 'logged hours / hours of a working day' },
  expected_hours: {
    label: 'Expected hours',
    formula:
      'weekly hours of the directory, a fifth for each weekday within the period and the active dates; of a running period up to yesterday',
  },
  utilisation: {
    label: 'Utilisation',
    formula: 'known billable hours / expected hours, both of people whose weekly hours are known',
  },
  gap_hours: { label: 'Gap', formula: 'expected hours − logged hours, both of people whose weekly hours are known' },
  logged_hours_of_expected: {
    label: 'Logged hours of people with weekly hours',
    formula: 'logged hours of people whose weekly hours are known',
  },
  billable_hours_of_expected: {
    label: 'Billable hours of people with weekly hours',
    formula: 'billable hours of people whose weekly hours are known',
  },
  logged_hours_with_billable: {
    label: 'Logged hours where billable hours are known',
    formula: 'logged hours over records whose billable hours are known',
  },
  billable_hours_with_logged: {
    label: 'Billable hours where logged hours are known',
    formula: 'billable hours over records whose logged hours are known',
  },
  billable_value_with_hours: {
    label: 'Billable value where billable hours are known',
    formula: 'Σ billable value over records whose billable hours are known',
  },
  billable_hours_with_value: {
    label: 'Billable hours where billable value is known',
    formula: 'billable hours over records whose billable value is known',
  },
  billable_minutes_with_value: {
    label: 'Billable minutes where billable value is known',
    formula: 'billable minutes over records whose billable value is known',
  },
  sum: (label: string) => `Σ ${label}`,
  avg: (label: string) => `Average ${label}`,
  min: (label: string) => `Lowest ${label}`,
  max: (label: string) => `Highest ${label}`,
  count_distinct: (label: string) => `Different values of ${label}`,
} as const;

export const reportProblemTexts = {
  unknownMeasure: (name: string) => `no measure is called "${name}"`,
  ownMeasure: (name: string, problem: string) =>
    name === '' ? `a measure of your own cannot be computed: ${problem}` : `"${name}" cannot be computed: ${problem}`,
  notSummable: (label: string) => `${label} cannot be added up`,
  notAggregated: (label: string, aggregations: readonly string[]) =>
    aggregations.length === 0
      ? `nothing is computed from ${label}`
      : `of ${label} there is only ${aggregations.join(', ')}`,
  unknownGroup: (name: string) => `no property is called "${name}"`,
  notGroupable: (label: string) => `records cannot be grouped by ${label}`,
  twice: (name: string) => `"${name}" is named twice`,
};
