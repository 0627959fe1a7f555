/** What the documents link to exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`),
];
const howTos = documents.filter((path) => path.startsWith('docs/technical/'));

/** Targets of a document's links and pictures within the project, without their anchors. */
function findLinks(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

describe('the documents', () => {
  it.each(documents)('%s links only to files that exist', (document) => {
    const missing = findLinks(document).filter((target) => !existsSync(join(root, dirname(document), target)));
    expect(missing).toEqual([]);
  });

  it('have a how-to for a filter, a page and a figure, each with links to the files on its way', () => {
    expect(howTos).toEqual(
      expect.arrayContaining([
        'docs/technical/how-a-figure-is-printed.md',
        'docs/technical/how-a-filter-travels.md',
        'docs/technical/how-a-page-is-stored.md',
      ]),
    );
    for (const document of howTos) expect(findLinks(document).length, document).toBeGreaterThan(4);
  });

  it('lead from the README to the architecture and from there to every how-to', () => {
    expect(findLinks('README.md')).toContain('docs/architecture.md');
    const linked = findLinks('docs/architecture.md').map((target) => `docs/${target}`);
    expect(linked).toEqual(expect.arrayContaining(howTos));
  });
});
