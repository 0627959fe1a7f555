import { expect, it } from 'vitest';
import { FILE_HASH, readCommand, readOpenRequest } from '#electron/desktop/opened.ts';

it.each([
  ['timelog-reports:records?period=2026-10', '#/records?period=2026-10'],
  ['timelog-reports://lookup', '#/lookup'],
  ['timelog-reports:///reports?report=people&by=client_id%2Cweek', '#/reports?report=people&by=client_id%2Cweek'],
])('%s leads to a screen', (link, hash) => {
  expect(readOpenRequest(['--data-dir', '/d', link], '/')).toEqual({ hash });
});

it.each([
  'timelog-reports:',
  'timelog-reports:javascript:alert(1)',
  'timelog-reports:records#x',
  'timelog-reports:../x',
  'timelog-reports:records?a="b"',
  'https://evil.example/records',
])('%s leads nowhere', (link) => {
  expect(readOpenRequest([link], '/')).toBeUndefined();
});

it.each([
  ['/home/me/backup.timelog', '/home/me/backup.timelog'],
  ['backup.timelog', '/work/backup.timelog'],
  ['file:///home/me/a%20b.timelog', '/home/me/a b.timelog'],
])('the saved workspace %s is asked for by the page', (given, file) => {
  expect(readOpenRequest([given], '/work')).toEqual({ hash: FILE_HASH, file });
});

it('a start with options alone opens nothing, an option that ends like a file neither', () => {
  expect(readOpenRequest(['--workspace', 'default', '--x=/a.timelog'], '/')).toBeUndefined();
});

it.each([
  [
    ['status', '--json'],
    ['status', '--json'],
  ],
  [
    ['--ozone-platform=headless', 'key', 'set'],
    ['key', 'set'],
  ],
  [['--workspace', 'sample'], undefined],
  [['backup.timelog'], undefined],
  [['timelog-reports:records'], undefined],
  [['/a/folder'], undefined],
  [['.'], undefined],
  [[], undefined],
])('of %j the command is %j', (args, command) => {
  expect(readCommand(args)).toEqual(command);
});
