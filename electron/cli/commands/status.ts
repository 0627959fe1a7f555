/** `status`: what is held, how complete it is, what quota is left. Sends nothing. */
import type { DataStatus } from '../../../src/contract/api.ts';
import { said, words } from '#texts/terminal/cli.ts';
import { journalTexts } from '#texts/journal.ts';
import type { Command } from '../arguments/command.ts';
import { DONE } from '../output/exit-codes.ts';
import { quotaLine, sealLine } from '../output/lines.ts';
import { noPositionals } from '../arguments/option-values.ts';
import { table } from '../output/table.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';

export const status: Command = {
  name: 'status',
  options: {},
  prepare: (args) => {
    noPositionals(args, 'status');
    return async ({ openApp, print }) => {
      const app = await openApp();
      const { waiting, pending, journal, ...found } = await app.call('data.status', {});
      await print({ ...found, ...(journal && { journal }) }, () => toLines({ ...found, journal, waiting, pending }));
      return DONE;
    };
  },
};

function toLines(found: DataStatus): string[] {
  const { from, to, held, total, coverage, sealed, open } = words.columns;
  const rows = found.partitions.map((each) => [
    each.from ?? words.columns.noBound,
    each.to ?? words.columns.noBound,
    count(each.held),
    each.total === null ? '' : count(each.total),
    each.sealed ? sealed : open,
  ]);
  return [
    words.held(count(found.records), null),
    sealLine(found),
    ...(found.journal ? [`${journalTexts.heading(found.journal)}.`] : []),
    ...(found.waiting === 0 ? [] : [words.waiting(count(found.waiting))]),
    ...(found.pending === 'not-verified' ? [said.notVerified] : []),
    ...(found.anomalies === 0 ? [] : [words.unreadable(count(found.anomalies))]),
    quotaLine(found.quota),
    ...(rows.length === 0
      ? []
      : table(
          [{ head: from }, { head: to }, { head: held, right: true }, { head: total, right: true }, { head: coverage }],
          rows,
        )),
  ];
}
