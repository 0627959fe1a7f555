import { expect, it } from 'vitest';
import { defaultSwitches, switchChoices } from '#service/upstream/switches.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';

it.each([
  ['--switches nonsense=1', 'no switch nonsense'],
  ['--switches ids=roman', 'as-shown'],
  ['--switches listMaximum=many', '--switches listMaximum'],
  ['--switches listMaximum=-1', '--switches listMaximum'],
  ['--records-file records.jsonl --seed 3', '--records-file'],
  ['--records-file /nowhere/records.jsonl', 'ENOENT'],
  ['--token-file token', '--upstream only'],
  ['--upstream https://api.example.com/2-1 --switches ids=strings', '--switches'],
  ['--upstream http://api.example.com/2-1', 'HTTPS'],
  ['--upstream https://api.example.com/2-1 --token-file /nowhere/token', '/nowhere/token'],
])('refuses serve %s in one sentence', async (line, said) => {
  const ended = await runInProcess(['serve', ...line.split(' ')]);
  expect([ended.code, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toContain(said);
});

it('knows the choices of every switch that is not a number', () => {
  for (const [name, usual] of Object.entries(defaultSwitches)) {
    const choices = Object.entries(switchChoices).find(([each]) => each === name)?.[1];
    if (choices) expect(choices).toContain(usual);
    else expect([name, typeof usual]).toEqual([name, 'number']);
  }
});
