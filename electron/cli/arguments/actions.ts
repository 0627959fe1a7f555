/** Each command is a table of actions (`drift` of `closing`), which one dispatcher reads: it checks names, words and options for all of them. */
import type { CommandName } from '#texts/terminal/help.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Action, Command } from './command.ts';
import { readOptions, refuse, type Arguments, type Options, type OptionValues } from './option-values.ts';

/** @param prepare checks what the options' readers cannot, before a workspace, a key or the network is used */
export function createAction<Known extends Options>(
  options: Known,
  prepare: (values: OptionValues<Known>, words: readonly string[], args: Arguments) => ReturnType<Action['prepare']>,
  wording: Pick<Action, 'words' | 'extraWord' | 'foreignOption'> = {},
): Action {
  return { ...wording, options, prepare: (args) => prepare(readOptions(args, options), args.positionals, args) };
}

/**
 * @param actions by name: `drift`, `keys issue`, `--due` for the one that an option selects, and '' for the one without a name
 * @param refusal says what to do if no action is named, or an unknown one
 */
export function createCommand(
  name: CommandName,
  actions: Readonly<Record<string, Action>>,
  { refusal, ...command }: Pick<Command, 'handlesInterruption'> & { readonly refusal?: string } = {},
): Command {
  const options: Options = Object.assign({}, ...Object.values(actions).map((action) => action.options));
  return {
    ...command,
    name,
    options,
    actions,
    prepare: (args) => {
      const actionName = findActionName(Object.keys(actions), args);
      const action = actions[actionName] ?? refuse(refusal ?? '');
      const { words = 0, extraWord, foreignOption = usage.foreignOption } = action;
      const fullName = `${name} ${actionName}`.trim();
      const positionals = args.positionals.slice(splitName(actionName).filter((word) => !isFlag(word)).length);
      const extra = positionals[words];
      if (extra !== undefined) {
        // A word that names no action is answered with the actions there are.
        const answer = actionName === '' ? refusal : undefined;
        refuse(answer ?? extraWord?.(extra) ?? usage.tooManyArguments(fullName, extra));
      }
      const foreign = Object.keys(options).find(
        (option) => args.options.has(option) && !Object.hasOwn(action.options, option),
      );
      if (foreign !== undefined) refuse(foreignOption(`--${foreign}`, fullName));
      return action.prepare({ ...args, positionals });
    },
  };
}

const splitName = (actionName: string) => actionName.split(' ').filter((word) => word !== '');
const isFlag = (word: string) => word.startsWith('--');

/** The longest name wins: `keys issue` is more than `keys`. */
function findActionName(names: readonly string[], { options, positionals }: Arguments): string {
  const given = names.filter((name) =>
    splitName(name).every((word, index) => (isFlag(word) ? options.has(word.slice(2)) : positionals[index] === word)),
  );
  return given.toSorted((a, b) => b.length - a.length)[0] ?? '';
}
