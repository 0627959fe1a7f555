import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPage } from '#electron/host/ui-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  mkdirSync(join(folder, 'ui/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'ui/index.html'), '<meta name="csp-nonce" content="" /><div id="root"></div>');
  writeFileSync(join(folder, 'ui/assets/a.js'), 'let a;');
});
afterEach(() => rmSync(folder, { recursive: true }));

const text = (body: Uint8Array | undefined) => new TextDecoder().decode(body);

describe('the built page', () => {
  it('gives each load a nonce that its policy and its text agree on', async () => {
    const page = openPage(join(folder, 'ui'));
    const loads = [await page.file('/'), await page.file('/index.html')];
    const nonces = loads.map((load) => /content="([\w+/=]{24})"/.exec(text(load?.body))?.[1]);
    expect(new Set(nonces).size).toBe(2);
    for (const [index, load] of loads.entries()) {
      expect(load?.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonces[index]}';`);
    }
  });

  it('has a word against every way out that no other directive covers: a form, a base, a frame around it', async () => {
    const load = await openPage(join(folder, 'ui')).file('/');
    const directives = load?.headers['content-security-policy']?.split('; ') ?? [];
    // These alone do not fall back to default-src.
    for (const name of ['form-action', 'base-uri', 'frame-ancestors'])
      expect(directives.find((each) => each.startsWith(`${name} `))).toBe(`${name} 'none'`);
  });

  it('serves its files with their types, and no page but its own', async () => {
    const script = await openPage(join(folder, 'ui')).file('/assets/a.js');
    expect(text(script?.body)).toBe('let a;');
    expect(script?.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it('lets a browser keep what is named by its content, and nothing else', async () => {
    const page = openPage(join(folder, 'ui'));
    const kept = async (path: string) => (await page.file(path))?.headers['cache-control'];
    expect(await kept('/assets/a.js')).toBe('private, max-age=31536000, immutable');
    expect(await kept('/')).toBe('no-store');
    expect(await kept('/index.html')).toBe('no-store');
    writeFileSync(join(folder, 'ui/other.txt'), 'other');
    expect(await openPage(join(folder, 'ui')).file('/other.txt')).toMatchObject({
      headers: { 'cache-control': 'no-store' },
    });
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..\\secret.txt',
    '/%2e%2e/secret.txt',
    'secret.txt',
    '',
    '/assets',
    '/assets/',
  ])('has nothing under %j', async (path) => {
    expect(await openPage(join(folder, 'ui')).file(path)).toBeUndefined();
  });

  it('does not start without its files, nor without a place for the nonce', async () => {
    expect(() => openPage(join(folder, 'nowhere'))).toThrow(/ENOENT/);
    writeFileSync(join(folder, 'ui/index.html'), '<div></div>');
    await expect(openPage(join(folder, 'ui')).file('/')).rejects.toThrow(/csp-nonce/);
  });
});
