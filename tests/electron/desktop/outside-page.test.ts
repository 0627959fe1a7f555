import { expect, it } from 'vitest';
import { openOutside } from '#electron/desktop/outside-page.ts';

async function tried(url: string) {
  const opened: string[] = [];
  const outcome = await openOutside(url, async (address) => void opened.push(address)).then(
    () => 'opened',
    (error: { error?: { code: string } }) => error.error?.code,
  );
  return { outcome, opened };
}

it('an https address is handed to the system', async () => {
  const url = 'https://crm.example/record/77?tab=1';
  expect(await tried(url)).toEqual({ outcome: 'opened', opened: [url] });
});

it.each([
  'http://crm.example/77',
  'file:///etc/passwd',
  'smb://evil.example/share',
  'ms-msdt:/id PCWDiagnostic',
  'javascript:alert(1)',
  'data:text/html,x',
  'httpsx://evil.example/',
  ' file:///etc/passwd#https://',
  '/usr/bin/xterm',
  '',
])('%j is not', async (url) => {
  expect(await tried(url)).toEqual({ outcome: 'usage', opened: [] });
});
