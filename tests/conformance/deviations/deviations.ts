/** Every deviation that a rule of the suite must notice. */
import { batchDeviations } from './batch-deviations.ts';
import type { Deviation } from './deviation.ts';
import { listDeviations } from './list-deviations.ts';
import { recordDeviations } from './record-deviations.ts';
import { refusalDeviations } from './refusal-deviations.ts';
import { searchDeviations } from './search-deviations.ts';

export const deviations: readonly Deviation[] = [
  ...recordDeviations,
  ...listDeviations,
  ...batchDeviations,
  ...searchDeviations,
  ...refusalDeviations,
];
