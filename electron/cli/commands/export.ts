/** `export`: writes the filtered records to a file the user chooses, with a manifest beside it. */
import { exportFormats } from '../../../src/domain/export-formats.ts';
import { fail } from '../../../src/contract/errors.ts';
import { said, words } from '#texts/terminal/cli.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { cancelling } from '../cancelling.ts';
import type { Command } from '../arguments/command.ts';
import { DONE, PARTIAL } from '../output/exit-codes.ts';
import { partialSentence, sealLine } from '../output/lines.ts';
import { destination, noPositionals, readChoice, requiredText } from '../arguments/option-values.ts';
import { findReadable } from '../../../src/domain/local-properties.ts';
import { columnList, readSelection, readSort } from '../arguments/selection.ts';
import { sayUnheld } from '../output/unheld-values.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';

const NAME = 'export';

export const exportRecords: Command = {
  name: NAME,
  options: {
    filter: 'text',
    query: 'text',
    period: 'text',
    columns: 'text',
    sort: 'text',
    format: 'text',
    out: 'text',
  },
  handlesInterruption: true,
  prepare: (args) => {
    noPositionals(args, NAME);
    const input = readInput(args);
    const out = destination(requiredText(args, 'out', NAME));
    return async ({ terminal, openApp, print }) => {
      const app = await openApp({ key: false, out });
      await sayUnheld(app, terminal, input.filterGroups);
      const unsubscribe = app.subscribe((event) => {
        if (event.event !== 'export.progress') return;
        terminal.progress(said.exportProgress(count(event.payload.written), count(event.payload.total)));
      });
      const manifest = await cancelling(terminal, app, 'export.cancel', () => app.call('export.run', input));
      unsubscribe();
      terminal.progress('');
      if (manifest === null) return fail({ code: 'cancelled' });
      await print(manifest, () => [words.written(count(manifest.records), out), sealLine(manifest)]);
      if (manifest.complete) return DONE;
      terminal.say(partialSentence(await app.call('data.status', {})));
      return PARTIAL;
    };
  },
};

function readInput(args: Arguments) {
  const columns = columnList(args, 'columns');
  const sort = readSort(args, findReadable);
  requiredText(args, 'format', NAME);
  const format = readChoice(args, 'format', exportFormats);
  return { ...readSelection(args), ...(columns && { columns }), ...(sort && { sort }), ...(format && { format }) };
}
