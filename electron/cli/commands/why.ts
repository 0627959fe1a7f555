/** `why`: explains why a figure moved between two periods, by client, person or service. Needs no key and no requests. */
import {
  bridgeGroups,
  bridgeInputSchema,
  type Bridge,
  type BridgeAnswer,
  type BridgeLine,
} from '#domain/reports/bridge/question.ts';
import { describeBridge, describeInstead, toBridgeWords, type BridgeWords } from '#domain/reports/bridge/sentence.ts';
import { formatKey } from '#domain/reports/keys/key-text.ts';
import { listFootNotes } from '#domain/reports/notes/foot-notes.ts';
import type { Directory } from '#domain/people/directory.ts';
import type { Settings } from '#domain/settings.ts';
import { groupThousands } from '#domain/decimal.ts';
import { bridgeTexts as texts } from '#texts/reports/bridge.ts';
import { pastOptions } from '../arguments/arguments.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import { deriveOptions, option, toOption, withForm } from '../arguments/option-values.ts';
import { measureName, selectionOptions } from '../arguments/selection.ts';
import { reportCompleteness, warnUnmatchedFilter, formatCompleteness } from '../output/lines.ts';
import { formatTable } from '../output/table.ts';
import { formatBasis } from '#electron/cli/report-table.ts';

const USUAL_PERIOD = 'last-month';

const questionOptions = {
  ...selectionOptions,
  period: withForm(option.period, { standard: USUAL_PERIOD }),
  measure: withForm(measureName, toOption(bridgeInputSchema.shape.measure).form),
  ...deriveOptions(bridgeInputSchema, 'by', 'calendar', 'compare', 'top'),
  currency: option.currency,
};

export const why = createCommand('why', {
  '': createAction({ ...questionOptions, ...pastOptions }, (values) => {
    const { filter: filterGroups = [], period = USUAL_PERIOD, asKnown: _, ...options } = values;
    const question = bridgeInputSchema.parse({ ...options, filterGroups, period });
    return async ({ terminal, openApp, print }) => {
      const app = await openApp();
      await warnUnmatchedFilter(app, terminal, filterGroups);
      const answer = await app.call('report.bridge', question);
      const settings = await app.call('settings.get', {});
      const directory = await app.call('names.list', {});
      await print(answer, () => formatBridge(question.measure, answer, { settings, directory }));
      return reportCompleteness(app, terminal, answer.result.complete);
    };
  }),
});

interface PrintContext {
  readonly settings: Settings;
  readonly directory: Directory;
}

/** Formats the sentence, a line for each group with its parts, which add up across and down, and the basis of the figures. */
function formatBridge(measure: string, answer: BridgeAnswer, { settings, directory }: PrintContext): string[] {
  const { bridge, report, result, by, refused } = answer;
  const words = toBridgeWords(answer, settings, settings.currency);
  const insteadNote = describeInstead(measure, answer);
  const notes = listFootNotes(report, result, [], settings).filter(({ code }) => code !== 'mixed-currencies');
  return [
    ...(bridge ? [describeBridge(answer, words)] : [refused ?? '']),
    ...(insteadNote === undefined ? [] : [insteadNote]),
    ...(bridge ? ['', ...formatGroups(bridge, { by, words, settings, directory }), ''] : []),
    ...notes.flatMap(({ code, text }) => (code === 'not-compared' && !bridge ? [] : [text])),
    // The parts are printed to add up, regardless of the workspace's footing.
    ...formatBasis({ report, result, settings: { ...settings, footing: 'largest-remainder' } }),
    formatCompleteness(result),
  ];
}

interface GroupsContext extends PrintContext {
  readonly by: BridgeAnswer['by'];
  readonly words: BridgeWords;
}

function formatGroups(bridge: Bridge, { by, words: { unit, print }, settings, directory }: GroupsContext): string[] {
  const { order, groups, rest } = bridge;
  const toCells = (name: string, { change, parts }: BridgeLine) => [
    name,
    print(change, { signed: true }),
    ...order.map((part) => (parts[part] ? print(parts[part], { signed: true }) : '')),
  ];
  const changeHeader = [texts.change, unit].filter(Boolean).join(' ');
  return formatTable(
    [
      { header: texts.by[by] },
      ...[changeHeader, ...order.map((part) => texts.parts[part])].map((header) => ({ header, right: true })),
    ],
    [
      ...groups.map((group) => toCells(formatKey(bridgeGroups[by], group.key, directory, settings), group)),
      ...(rest ? [toCells(texts.rest(groupThousands(rest.groups)), rest)] : []),
      toCells(texts.total, bridge),
    ],
  );
}
