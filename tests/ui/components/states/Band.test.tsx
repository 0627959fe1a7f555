/** A band looks and speaks the same wherever it stands. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Band } from '#ui/components/states/Band.tsx';

const ui = join(import.meta.dirname, '../../../../src/ui');

test('the ground of a band is drawn in one place; besides it only seals and tags wear its colour', () => {
  const styles = globSync('**/*.module.css', { cwd: ui }).filter((file) =>
    /background(-color)?: var\(--warn-soft\)/.test(readFileSync(join(ui, file), 'utf8')),
  );
  expect(styles.map((file) => basename(file)).toSorted()).toEqual([
    'Band.module.css',
    'Seal.module.css',
    'Tag.module.css',
  ]);
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
