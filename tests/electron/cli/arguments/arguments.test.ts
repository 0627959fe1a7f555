import { describe, expect, test } from 'vitest';
import { readCommandLine, readGlobalOptions, globalOptions } from '#electron/cli/arguments/arguments.ts';
import { option } from '#electron/cli/arguments/option-values.ts';
import { AppFailure } from '#contract/errors.ts';

const commands = [
  { name: 'sync', options: { full: option.flag, 'max-requests': option.text } },
  { name: 'lookup', options: { history: option.text } },
] as const;

const read = (...argv: string[]) => readCommandLine(argv, globalOptions, commands);

function refusal(...argv: string[]): string {
  try {
    read(...argv);
  } catch (fault) {
    if (fault instanceof AppFailure && fault.error.code === 'usage') return fault.error.detail;
    throw fault;
  }
  throw new Error(`${argv.join(' ')} was accepted`);
}

describe('the command line', () => {
  test('takes global options before and after the command and means the same', () => {
    const before = read('--workspace', 'north', '--json', 'sync', '--full');
    const after = read('sync', '--full', '--json', '--workspace=north');
    expect(before.command).toBe('sync');
    expect(after.command).toBe('sync');
    expect(Object.fromEntries(before.options)).toEqual({ workspace: 'north', json: true, full: true });
    expect(Object.fromEntries(after.options)).toEqual(Object.fromEntries(before.options));
  });

  test('does not take the value of an option for the command', () => {
    expect(read('--workspace', 'lookup', 'sync').command).toBe('sync');
  });

  test('keeps the other words in order, a single dash among them', () => {
    expect(read('lookup', '7001', '-', '7002').positionals).toEqual(['7001', '-', '7002']);
  });

  test('takes everything after two dashes as words, even with a dash in front', () => {
    expect(read('lookup', '--', '-5', '--full').positionals).toEqual(['-5', '--full']);
  });

  test.each([
    [['sync', '--ful'], 'There is no option --ful (did you mean --full?)'],
    [['--constructor', 'x', 'sync'], 'There is no option --constructor'],
    [['sync', '-x'], 'There is no option -x'],
    [['sync', '--history', 'a'], '--history does not belong to sync'],
    [['sync', '--full=yes'], '--full takes no value'],
    [['sync', '--max-requests'], '--max-requests needs a value'],
    [['sync', '--max-requests', '--json'], '--max-requests needs a value'],
    [['sync', '--workspace', 'a', '--workspace', 'b'], '--workspace was given twice'],
    [['snyc'], 'There is no command "snyc" (did you mean "sync"?): the commands are sync, lookup'],
  ])('refuses %j with the reason', (argv, reason) => {
    expect(refusal(...argv)).toBe(reason);
  });

  test('answers a call for help even beside a wrong argument', () => {
    const line = read('sync', '--nonsense', '--help');
    expect(line.command).toBe('sync');
    expect(line.options.has('help')).toBe(true);
    expect(read('-h').options.has('help')).toBe(true);
  });

  test('takes a limit of requests as far as the setting does, and no further', () => {
    const limitOf = (limit: string) => readGlobalOptions(read('--quota-limit', limit)).quotaLimit;
    expect(limitOf('1000000')).toBe(1_000_000);
    expect(() => limitOf('99999999999')).toThrow('usage');
  });

  test('names no command when none was given', () => {
    expect(read('--json').command).toBeUndefined();
  });
});
