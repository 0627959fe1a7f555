/** Prints what changed between two moments: a sentence, the steps from start to end, the changes by client or person, and each record. */
import type { Input, Output, ParsedInput } from '#contract/api.ts';
import type { ChangedRecord } from '#contract/memory.ts';
import { groupThousands } from '#domain/decimal.ts';
import { labelPeriod } from '#domain/time/period.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { type Directory, nameIds } from '#domain/people/directory.ts';
import { findProperty } from '#domain/properties.ts';
import { formatKey } from '#domain/reports/keys/key-text.ts';
import {
  bridgeChanges,
  changeMeasures,
  listChangeParts,
  listOtherCurrencies,
  type ChangeMeasure,
} from '#domain/reports/bridge/changes.ts';
import { bridgeGroups, type BridgeAmount } from '#domain/reports/bridge/question.ts';
import { describeBridge, toBridgeWords } from '#domain/reports/bridge/sentence.ts';
import { changeParts } from '#domain/reports/bridge/split.ts';
import type { Settings } from '#domain/settings.ts';
import { changeTexts as texts } from '#texts/reports/changes.ts';
import { bridgeTexts } from '#texts/reports/bridge.ts';
import { historyTexts } from '#texts/terminal/history.ts';
import type { Context, AppClient } from '../arguments/command.ts';
import { reportCompleteness } from './lines.ts';
import { formatTable } from './table.ts';

type Changes = Output<'memory.changes'>;

interface PrintContext {
  readonly isNow: boolean;
  readonly settings: Settings;
  readonly directory: Directory;
}

/** @returns the exit code */
export async function printChanges(
  { app, print, terminal }: Pick<Context, 'print' | 'terminal'> & { readonly app: AppClient },
  {
    by,
    limit,
    ...query
  }: Omit<Input<'memory.changes'>, 'by'> & {
    readonly by?: ParsedInput<'memory.changes'>['by'] | undefined;
    readonly limit?: number | undefined;
  },
): Promise<number> {
  const changes = await app.call('memory.changes', { ...query, ...(by && { by }) });
  const { changes: shown } = await app.call('memory.changed', { ...query, ...(limit !== undefined && { limit }) });
  const settings = await app.call('settings.get', {});
  const directory = await app.call('names.list', {});
  await print({ ...changes, changes: shown }, () =>
    formatChanges(changes, shown, { settings, directory, isNow: query.until === undefined }),
  );
  if (shown.length < changes.total) terminal.say(historyTexts.more(shown.length, changes.total));
  return reportCompleteness(app, terminal, changes.complete);
}

type ChangeBridge = ReturnType<typeof bridgeChanges>;

const sums: readonly ChangeMeasure[] = ['logged', 'billable', 'value'];

function formatChanges(changes: Changes, shown: readonly ChangedRecord[], context: PrintContext): string[] {
  const { settings, directory, isNow } = context;
  const [since, until] = [changes.since, changes.until].map(({ recordsSeenAt }) => formatUtcMinute(recordsSeenAt));
  const { file, period, counts, by, currency, records } = changes;
  const span = period && labelPeriod(period).full;
  if (changes.total === 0 && changes.labels.length === 0)
    return [
      file
        ? texts.noneSinceFile(file.file)
        : isNow
          ? texts.none(since ?? '')
          : texts.noneBetween(since ?? '', until ?? ''),
      ...(changes.complete ? [] : [texts.partial]),
    ];
  const bridges = sums.map((sum) => {
    const bridge = bridgeChanges(changes, sum, settings);
    const words = toBridgeWords({ measure: changeMeasures[sum], currency }, settings, settings.currency);
    return { bridge, words };
  });
  const describe = (countsText: string) =>
    file
      ? texts.sinceFile(file.file, formatUtcMinute(file.at), span, countsText)
      : isNow
        ? texts.since(since ?? '', span, countsText)
        : texts.between(since ?? '', until ?? '', span, countsText);
  const others = listOtherCurrencies(changes.others, settings);
  const headers = bridges.map(({ words: { label, unit } }) => ({
    header: [label, unit].filter(Boolean).join(' '),
    right: true,
  }));
  const toRow = (heads: readonly string[], read: (bridge: ChangeBridge) => BridgeAmount | undefined, signed = true) => [
    ...heads,
    ...bridges.map(({ bridge, words }) => {
      const amount = read(bridge);
      return amount ? words.print(amount, { signed }) : '';
    }),
  ];
  const countTexts = listChangeParts(counts, groupThousands);
  const parts = changeParts.filter((part) => counts[part] > 0);
  const keys = [...new Set(bridges.flatMap(({ bridge }) => bridge.groups.map(({ key }) => key)))];
  const groups = keys.map((key) =>
    toRow(
      [formatKey(bridgeGroups[by], key, directory, settings)],
      (bridge) => bridge.groups.find((candidate) => candidate.key === key)?.change,
    ),
  );
  const rest = bridges.some(({ bridge }) => bridge.rest) ? [toRow([texts.rest], (bridge) => bridge.rest?.change)] : [];
  const total = toRow([texts.total], (bridge) => bridge.change);
  return [
    describe(`${countTexts.join(', ')}.`),
    ...bridges.flatMap(({ bridge, words }) =>
      bridge.change.steps === '0' ? [] : [`  ${describeBridge({ bridge, by }, words)}`],
    ),
    ...others.map((other, index) => `  ${other} (--currency ${changes.others[index]?.currency ?? 'none'})`),
    ...(changes.since.merge === null && file ? [texts.kept(file.file)] : []),
    '',
    ...formatTable(
      [{ header: texts.step }, { header: texts.records, right: true }, ...headers],
      [
        toRow([texts.before, groupThousands(records.before)], (bridge) => bridge.start, false),
        ...parts.map((part) =>
          toRow([bridgeTexts.parts[part], groupThousands(counts[part])], (bridge) => bridge.parts[part]),
        ),
        toRow([texts.after, groupThousands(records.after)], (bridge) => bridge.end, false),
      ],
    ),
    ...(keys.length === 0
      ? []
      : ['', ...formatTable([{ header: texts[by] }, ...headers], [...groups, ...rest, total])]),
    ...(changes.labels.length === 0 ? [] : ['', texts.labels]),
    ...changes.labels.flatMap(({ entry, fields }) =>
      fields.map(({ name, before, after }) => `    ${entry} ${name}: ${texts.change(before, after)}`),
    ),
    ...(changes.labelCount > changes.labels.length
      ? [`    ${texts.moreLabels(String(changes.labelCount - changes.labels.length))}`]
      : []),
    ...shown.flatMap((record) => formatRecord(record, context)),
    ...(changes.complete ? [] : ['', texts.partial]),
  ];
}

function formatRecord(
  { id, kind, isRelabelled, title, was, is, fields }: ChangedRecord,
  { directory }: PrintContext,
): string[] {
  const nameOf = nameIds(directory);
  const kinds = [...(kind ? [texts.kinds[kind]] : []), ...(isRelabelled ? [texts.kinds.relabelled] : [])].join(', ');
  const isOneSided = kind === 'appeared' || kind === 'vanished';
  const print = (name: string, value: string | null) => (value === null ? null : (nameOf(name, value) ?? value));
  return [
    '',
    `${id}  ${kinds}  ${title ?? ''}`.trimEnd(),
    ...(isRelabelled && was?.client !== is?.client
      ? [`    ${texts.client}: ${texts.change(was?.client ?? null, is?.client ?? null)}`]
      : []),
    ...(isOneSided ? [] : fields).map(
      ({ name, before, after }) =>
        `    ${findProperty(name)?.label ?? name}: ${texts.change(print(name, before), print(name, after))}`,
    ),
  ];
}
