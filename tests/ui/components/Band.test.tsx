/** A band looks and speaks the same wherever it stands. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Band } from '#ui/components/Band.tsx';

const ui = join(import.meta.dirname, '../../../src/ui');

test('the ground of a band is drawn in one place; besides it only seals and tags wear its colour', () => {
  const rules = globSync('**/*.module.css', { cwd: ui })
    .flatMap((file) => readFileSync(join(ui, file), 'utf8').match(/[^{}]+\{[^{}]*\}/g) ?? [])
    .filter((rule) => /background(-color)?: var\(--warn-soft\)/.test(rule));
  expect(new Set(rules.map((rule) => /\.(\w+)/.exec(rule)?.[1]))).toEqual(new Set(['band', 'seal', 'tag']));
});

test('a band is read out when it appears, one with a name is a region', () => {
  const html = (label?: string) =>
    renderToStaticMarkup(
      <Band place="window" {...(label !== undefined && { label })}>
        Told
      </Band>,
    );
  expect(html()).toMatch(/^<output [^>]*data-place="window"[^>]*>Told<\/output>$/);
  expect(html('Damaged')).toMatch(/^<section [^>]*aria-label="Damaged"[^>]*>Told<\/section>$/);
});
