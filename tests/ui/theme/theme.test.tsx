/** An alert looks and speaks the same wherever it stands. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Alert, MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { theme } from '#ui/theme/theme.ts';

const ui = join(import.meta.dirname, '../../../src/ui');

test('the ground of a warning is the theme’s; besides it only seals and tags wear its colour', () => {
  const rules = globSync('**/*.module.css', { cwd: ui })
    .flatMap((file) => readFileSync(join(ui, file), 'utf8').match(/[^{}]+\{[^{}]*\}/g) ?? [])
    .filter((rule) => /background(-color)?: var\(--warn-soft\)/.test(rule));
  expect(new Set(rules.map((rule) => /\.(\w+)/.exec(rule)?.[1]))).toEqual(new Set(['seal', 'tag']));
});

test('a warning is read out when it appears, an error at once, and one with a name is a region', () => {
  const html = (alert: React.ReactNode) =>
    renderToStaticMarkup(<MantineProvider theme={theme}>{alert}</MantineProvider>);
  expect(html(<Alert>Told</Alert>)).toMatch(/--alert-bg:var\(--warn-soft\).*role="status"/);
  expect(html(<Alert color="bad" role="alert" />)).toMatch(/--alert-bg:var\(--bad-soft\).*role="alert"/);
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an alert is a div
  expect(html(<Alert role="region" aria-label="Damaged" />)).toMatch(/aria-label="Damaged".*role="region"/);
});
