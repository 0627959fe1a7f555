import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stageFile } from '#electron/exports/atomic-file.ts';
import { claimName, removeLeftovers } from '#electron/exports/leftovers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leftovers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const claim = claimName();
const [computer = '', , number = ''] = claim.owner.split('-');
claim.release();
/** Of a process that has ended. */
const ended = spawnSync(process.execPath, ['-e', '']).pid;
const put = (name: string) => writeFileSync(join(folder, name), 'half a file');

it('the next export to a folder removes what ended programs left there: files, their folders and those of packs', async () => {
  put(`.a.csv.${computer}-${ended}-${number}.part`);
  put(`.a.csv.${claim.owner}.part`);
  for (const name of [`.a.csv.${computer}-${ended}-${number}.parts`, `.pack-${computer}-${ended}-${number}`]) {
    mkdirSync(join(folder, name));
    put(join(name, 'within'));
  }
  const staged = await stageFile(join(folder, 'b.csv'), (file) => file.write('whole'));
  await staged.place();
  expect(readdirSync(folder)).toEqual(['b.csv']);
});

it('what a running export, another computer or a person owns stays', async () => {
  const running = await stageFile(join(folder, 'mine.csv'), (file) => file.write('mine'));
  const names = [
    `.a.csv.${computer}-${process.ppid}-${number}.part`,
    `.a.csv.00000000-${ended}-${number}.part`,
    `.a.csv.${ended}.part`,
    'a.part',
    '.pack-of-mine',
  ];
  for (const name of names) put(name);
  const before = readdirSync(folder);
  expect(before).toHaveLength(names.length + 1);
  await removeLeftovers(folder);
  expect(readdirSync(folder)).toEqual(before);
  await running.place();
  expect(readdirSync(folder)).toContain('mine.csv');
});

it('a folder that a killed program had moved aside gets its name back, unless another has taken it', async () => {
  const aside = (name: string) => `.${name}.${computer}-${ended}-${number}.old`;
  for (const name of ['lost', 'taken']) {
    mkdirSync(join(folder, aside(name)));
    put(join(aside(name), 'earlier'));
  }
  mkdirSync(join(folder, 'taken'));
  put(join('taken', 'later'));
  await removeLeftovers(folder);
  expect(new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))).toEqual(
    new Set(['lost', join('lost', 'earlier'), 'taken', join('taken', 'later')]),
  );
});
