import type { Page } from 'playwright/test';
import { settled } from '#tests/e2e/support/settled.ts';
import { runsAll, smoke } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  /^style-src 'self' 'nonce-[\w+/=-]{20,}'$/,
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

test('the page comes with the strict policy, and its nonce is used once', smoke, async ({ reading: { page } }) => {
  const load = () =>
    page.evaluate(async () => {
      const response = await fetch('/');
      const nonce = /csp-nonce" content="([^"]+)"/.exec(await response.text())?.[1];
      const header = (name: string) => response.headers.get(name);
      return {
        nonce,
        policy: header('content-security-policy') ?? '',
        others: [header('x-content-type-options'), header('referrer-policy'), header('cache-control')],
      };
    });
  const first = await load();
  const second = await load();
  const directives = first.policy.split('; ');
  expect(directives).toHaveLength(POLICY.length);
  for (const [index, directive] of POLICY.entries()) {
    if (typeof directive === 'string') expect(directives[index]).toBe(directive);
    else expect(directives[index]).toMatch(directive);
  }
  expect(first.policy).toContain(`'nonce-${first.nonce}'`);
  expect(second.nonce).not.toBe(first.nonce);
  expect(first.others).toEqual(['nosniff', 'no-referrer', 'no-store']);
});

/** Which directive stopped an element that is added to the page; undefined when nothing was stopped. */
function violation(page: Page, element: readonly [string, string, string, string]): Promise<string | undefined> {
  return page.evaluate(([tag, attribute, value, text]) => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
    setTimeout(() => resolve(undefined), 10_000);
    const added = document.createElement(tag);
    if (attribute) added.setAttribute(attribute, value);
    added.textContent = text;
    document.body.append(added);
    return promise.finally(() => added.remove());
  }, element);
}

const forbidden = [
  ['an inline script', ['script', '', '', 'window.hacked = true'], 'script-src-elem'],
  ['a script from elsewhere', ['script', 'src', 'https://evil.example/x.js', ''], 'script-src-elem'],
  ['a script from a data address', ['script', 'src', 'data:text/javascript,window.hacked=true', ''], 'script-src-elem'],
  ['a style without the nonce', ['style', '', '', 'body { display: none }'], 'style-src-elem'],
  ['a style with a guessed nonce', ['style', 'nonce', 'guess', 'body { display: none }'], 'style-src-elem'],
  ['an inline event handler', ['img', 'onclick', 'window.hacked = true', ''], 'script-src-attr'],
  ['an inline style', ['p', 'style', 'position: fixed', ''], 'style-src-attr'],
  ['a picture from elsewhere', ['img', 'src', 'https://evil.example/x.png', ''], 'img-src'],
  ['a frame from elsewhere', ['iframe', 'src', 'https://evil.example/', ''], 'frame-src'],
  ['an object', ['object', 'data', '/index.html', ''], 'object-src'],
  ['another base', ['base', 'href', 'https://evil.example/', ''], 'base-uri'],
] as const;

test('the policy stops what a page of an attacker would need', smoke, async ({ reading: { page } }) => {
  for (const [what, element, directive] of forbidden) {
    expect.soft(await violation(page, element), what).toBe(directive);
  }
  const sent = page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
    setTimeout(() => resolve(undefined), 10_000);
    const form = document.createElement('form');
    form.method = 'post';
    form.action = 'https://evil.example/';
    document.body.append(form);
    form.submit();
    return promise.finally(() => form.remove());
  });
  expect.soft(await sent, 'a form that is sent elsewhere').toBe('form-action');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('the page cannot evaluate text, nor reach another server', smoke, async ({ reading: { page } }) => {
  const outcome = await page.evaluate(async () => {
    const tried = async (act: () => unknown) => {
      try {
        await act();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    return {
      // Called in a timer, outside of the debugger's own permission to evaluate.
      evaluate: await new Promise((resolve) => {
        // oxlint-disable-next-line no-eval -- that it is refused is what is tested
        const indirect = globalThis.eval;
        setTimeout(() => void tried(() => indirect('1')).then(resolve));
      }),
      fetch: await tried(() => fetch('https://evil.example/')),
      socket: await tried(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket('wss://evil.example/');
            socket.addEventListener('open', resolve);
            socket.addEventListener('error', () => reject(new TypeError('refused')));
          }),
      ),
    };
  });
  expect(outcome).toEqual({ evaluate: 'EvalError', fetch: 'TypeError', socket: 'TypeError' });
});

test('the page draws itself without one violation of its policy', async ({ reading: { page } }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) complaints.push(message.text());
  });
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const links = await page.getByRole('navigation').first().getByRole('link').all();
  expect(links.length).toBeGreaterThan(8);
  for (const [at, link] of links.entries()) {
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    // Of the parts of the Overview, of Reports and of Records the other screens are made.
    if (runsAll || [0, 2, 3].includes(at)) await settled(page);
  }
  expect(complaints).toEqual([]);
});

test('there is no Node in the page', smoke, async ({ reading: { page } }) => {
  const found = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'global', 'electron', '__dirname'].filter((name) => name in window),
  );
  expect(found).toEqual([]);
});

test('no file outside the built page is served', smoke, async ({ reading: { page } }) => {
  const statuses = await page.evaluate(async () => {
    const paths = [
      '/../package.json',
      '/%2e%2e/main.js',
      '/..%2fmain.js',
      '/preload.cjs',
      '/main.js',
      '/assets/',
      '/nothing',
    ];
    return Promise.all(paths.map(async (path) => (await fetch(path)).status));
  });
  expect(new Set(statuses)).toEqual(new Set([404]));
});
