/** Every rule, in the order in which they are tried: those that look back at the others' answers come after them, those that spend last. */
import type { Rule } from '../rule.ts';
import { access } from './access.ts';
import { batch } from './batch.ts';
import { errors } from './errors.ts';
import { list } from './list.ts';
import { matching } from './matching.ts';
import { purpose } from './purpose.ts';
import { quota } from './quota.ts';
import { records } from './records.ts';
import { search } from './search.ts';
import { versions } from './versions.ts';

export const rules: readonly Rule[] = [
  ...purpose,
  ...records,
  ...list,
  ...batch,
  ...search,
  ...matching,
  ...access,
  ...versions,
  ...errors,
  ...quota,
];
