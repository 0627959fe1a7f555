import { describe, expect, it } from 'vitest';
import { AppFailure } from '#contract/errors.ts';
import { readLaunchOptions, refuseWeakeningSwitches } from '#electron/host/launch-options.ts';

describe('launch options', () => {
  it('are found among the switches of Electron and Chromium', () => {
    const args = [
      '--no-sandbox',
      '--inspect=0',
      '--remote-debugging-port=0',
      '/the/app',
      '--data-dir',
      '/d',
      '--workspace=sample',
    ];
    expect(
      readLaunchOptions([...args, '--sample-as-of', '2026-11-20', '--no-open', '--port', '4711'], 'desktop'),
    ).toEqual({
      dataDirectory: '/d',
      workspace: 'sample',
      sampleAsOf: '2026-11-20',
      port: 4711,
      open: false,
    });
  });

  it.each([
    'ignore-certificate-errors',
    'ignore-certificate-errors-spki-list',
    'allow-insecure-localhost',
    'disable-web-security',
    'host-resolver-rules',
    'host-rules',
    'net-log-capture-mode',
    'proxy-bypass-list',
    'ssl-key-log-file',
  ])('are refused where Chromium has the switch %s, under which the key could go elsewhere', (name) => {
    expect(() => refuseWeakeningSwitches((asked) => asked === name, false)).toThrow(AppFailure);
    expect(() => refuseWeakeningSwitches((asked) => asked === `${name}-not`, false)).not.toThrow();
  });

  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'inspect-port'])(
    'are refused where what is installed was started with %s, through which it could be read; tests drive by it',
    (name) => {
      expect(() => refuseWeakeningSwitches((asked) => asked === name, true)).toThrow(AppFailure);
      expect(() => refuseWeakeningSwitches((asked) => asked === name, false)).not.toThrow();
    },
  );

  it('are all optional', () => {
    expect(readLaunchOptions([], 'browser')).toEqual({
      dataDirectory: undefined,
      workspace: undefined,
      sampleAsOf: undefined,
      port: 0,
      open: true,
    });
  });

  it('that do not exist are refused, in Electron those that are a slip of ours', () => {
    const refusal = (args: string[], host: 'desktop' | 'browser') => {
      try {
        return readLaunchOptions(args, host);
      } catch (fault) {
        return fault instanceof AppFailure && fault.error.code === 'usage' ? fault.error.detail : fault;
      }
    };
    for (const host of ['desktop', 'browser'] as const)
      expect(refusal(['--data-dri', '/d'], host)).toContain('"--data-dri" (did you mean "--data-dir"?)');
    expect(refusal(['--frobnicate'], 'browser')).toContain('no option "--frobnicate":');
    expect(refusal(['sample'], 'browser')).toContain('"sample"');
    expect(refusal(['-x'], 'browser')).toContain('"-x"');
  });

  it.each([
    '--port=x',
    '--port=-1',
    '--port=65536',
    '--port=1.5',
    '--port=',
    '--data-dir',
    '--sample-as-of=2026-02-30',
  ])('refuse %s instead of opening something else than was asked for', (option) => {
    expect(() => readLaunchOptions([option], 'desktop')).toThrowError(
      expect.objectContaining({ error: expect.objectContaining({ code: 'usage' }) }),
    );
  });
});
