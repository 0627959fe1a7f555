/** Lays out the help pages: sentences are texts, and what options know of themselves (choices, bounds, defaults, actions) is added here. */
import { helpPages, helpWords, programPage } from '#texts/terminal/help.ts';
import { globalOptions } from './arguments/arguments.ts';
import type { Action, Command } from './arguments/command.ts';
import { wrapText } from './output/table.ts';

const WIDTH = 120;
const INDENT = 21;

export function formatProgramHelp(): string {
  const { usage, about, more } = programPage;
  const width = Math.max(...Object.keys(helpPages).map((name) => name.length));
  const summaries = Object.entries(helpPages).map(([name, [, summary]]) => `  ${name.padEnd(width)}  ${summary}`);
  return joinParts([helpWords.usage(usage), about, summaries.join('\n'), more, ...formatEnd()]);
}

export function formatCommandHelp({ name, actions }: Command): string {
  const [usage, , about, options, examples] = helpPages[name];
  return joinParts([
    helpWords.usage(usage),
    wrapText(about, WIDTH).join('\n'),
    formatLines(options, actions),
    `${helpWords.examples}\n${examples.replaceAll(/^/gm, '  ')}`,
    ...formatEnd(),
  ]);
}

const joinParts = (parts: readonly string[]) => `${parts.filter((part) => part !== '').join('\n\n')}\n`;

const formatEnd = () => [
  formatLines(programPage.everywhere, { '': { options: globalOptions } }),
  programPage.exitCodes,
];

type Actions = Readonly<Record<string, Pick<Action, 'options'>>>;

const LINE = /^(?<head>(?:--(?<option>[\w-]+))?.*?) {2}(?<sentence>.*)$/;

/** Lays out lines such as `--limit N  how many are listed`, and the paragraphs between them. */
function formatLines(lines: string, actions: Actions): string {
  const formatted = lines.split('\n').flatMap((line) => {
    const { head, option, sentence } = LINE.exec(line)?.groups ?? {};
    if (head === undefined || sentence === undefined) return wrapText(line, WIDTH);
    return option === undefined ? formatLine(head, [sentence]) : formatOption(head, option, sentence, actions);
  });
  return formatted.join('\n');
}

/** Adds the placeholder, the actions that take the option if not all do, its bounds and choices, and its defaults. */
function formatOption(head: string, option: string, sentence: string, actions: Actions): string[] {
  const takers = Object.entries(actions).flatMap(([action, { options }]) => {
    const read = options[option];
    return read ? [{ action, form: read.form ?? {} }] : [];
  });
  const { minimum = 0, maximum = Infinity, choices, notes = [] } = takers[0]?.form ?? {};
  const most = maximum < Number.MAX_SAFE_INTEGER ? String(maximum) : null;
  const hasValue = head !== `--${option}`;
  const value = choices?.join('|') ?? (Number.isFinite(maximum) ? helpWords.number : undefined);
  const hasOneDefault = new Set(takers.map(({ form }) => form.standard)).size === 1;
  const facts = [
    ...(most !== null || minimum > 1 ? [helpWords.range(String(minimum), most)] : []),
    ...(choices && hasValue ? [choices.join(', ')] : []),
    ...takers.flatMap(({ action, form: { standard = '' } }) =>
      standard === '' ? [] : [helpWords.standard(String(standard), hasOneDefault ? '' : action)],
    ),
  ];
  const names = takers.map(({ action }) => action);
  const isLimited = names.length < Object.keys(actions).length && !names.includes('') && !names.includes(`--${option}`);
  const text = isLimited ? `${names.join(', ')}: ${sentence}` : sentence;
  const added = facts.length === 0 ? '' : ` (${[...new Set(facts)].join('; ')})`;
  return formatLine(hasValue || value === undefined ? head : `${head} ${value}`, [text + added, ...notes]);
}

function formatLine(head: string, sentences: readonly string[]): string[] {
  const lines = sentences
    .flatMap((sentence) => wrapText(sentence, WIDTH - INDENT))
    .map((text) => ' '.repeat(INDENT) + text);
  const [first = '', ...others] = lines;
  const label = `  ${head} `;
  return label.length > INDENT ? [label.trimEnd(), ...lines] : [label.padEnd(INDENT) + first.trimStart(), ...others];
}
