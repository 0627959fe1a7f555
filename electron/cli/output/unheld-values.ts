/** Reports on stderr which values of a filter no record has: it explains an empty answer, and an unfiltered one. */
import type { FilterGroups } from '../../../src/domain/filter/model.ts';
import { unheldText } from '../../../src/domain/filter/unheld-text.ts';
import type { Caller } from '../caller.ts';
import type { Terminal } from '../terminal.ts';

export async function sayUnheld(
  app: Pick<Caller, 'call'>,
  terminal: Pick<Terminal, 'say'>,
  filterGroups: FilterGroups = [],
): Promise<void> {
  if (filterGroups.length === 0) return;
  const { values } = await app.call('filter.unheld', { filterGroups });
  for (const each of values) terminal.say(unheldText(each));
}
