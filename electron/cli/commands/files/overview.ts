/** `overview`: writes what the Overview shows of a period to a file, each panel with its chart, table and notes. No request, no key. */
import { OVERVIEW_PERIOD } from '../../../../src/domain/overview/windows.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Command } from '../../arguments/command.ts';
import { readFileAsked } from '../../arguments/file-asked.ts';
import { refuse } from '../../arguments/option-values.ts';
import { readSelection } from '../../arguments/selection.ts';
import { runExport } from '../../output/export.ts';
import { sayUnheld } from '../../output/unheld-values.ts';

const NAME = 'overview';
/** Its tables are as the screen has them: nothing else is chosen. */
const fileKinds = { out: 'text', replace: 'flag', title: 'text', sign: 'flag' } as const;

export const overview: Command = {
  name: NAME,
  options: { filter: 'text', query: 'text', period: 'text', ...fileKinds },
  handlesInterruption: true,
  prepare: (args) => {
    const [extra] = args.positionals;
    if (extra !== undefined) refuse(usage.tooManyArguments(NAME, extra));
    const selection = { period: OVERVIEW_PERIOD, ...readSelection(args) };
    const file = readFileAsked(args, fileKinds, NAME) ?? refuse(usage.required('--out', NAME));
    const { format: _format, ...options } = file.options;
    if (file.options.format !== 'pdf') refuse(overviewTexts.pages.onlyPdf);
    return async (context) => {
      const app = await context.openApp({ key: options.sign === true, out: file.out, replaces: file.replaces });
      const code = await runExport(context, app, file.out, () =>
        app.call('export.overview', { ...selection, ...options, format: 'pdf' }),
      );
      // Where nothing matched, the refusal names it.
      await sayUnheld(app, context.terminal, selection.filterGroups);
      return code;
    };
  },
};
