/** What the documents link to exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'service/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`),
];
const topics = documents.filter((path) => path.startsWith('docs/topics/'));

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

  it('have a topic for a filter, a page and a figure, and each topic has links to the files it is about', () => {
    expect(topics).toEqual(
      expect.arrayContaining([
        'docs/topics/downloading-and-quota.md',
        'docs/topics/figures-and-rounding.md',
        'docs/topics/filters-and-search.md',
      ]),
    );
    for (const document of topics) expect(findLinks(document).length, document).toBeGreaterThan(4);
  });

  it('lead from the README to the architecture and from there to every topic', () => {
    expect(findLinks('README.md')).toContain('docs/architecture.md');
    const linked = findLinks('docs/architecture.md').map((target) => `docs/${target}`);
    expect(linked).toEqual(expect.arrayContaining(topics));
  });

  it('list every decision, at most 25 of them, with its number', () => {
    const decisions = documents.filter((path) => /^docs\/decisions\/\d{4}-/.test(path));
    expect(decisions.length).toBeLessThanOrEqual(25);
    const listed = findLinks('docs/decisions/README.md').filter((target) => /^\d{4}-/.test(target));
    expect(listed.map((target) => `docs/decisions/${target}`).toSorted()).toEqual(decisions.toSorted());
  });
});
