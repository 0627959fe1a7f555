/**
 * What a program built in the pseudo-language says in plain letters: a sentence that is not among the texts. Every letter of the texts is
 * marked there, so a plain one belongs to data (records, names, identifiers, what was typed), or should not be.
 */
import type { Page } from 'playwright/test';

export interface Said {
  /** Where it was read: a screen's address, a command. */
  readonly where: string;
  /** What was typed there, and may be said back. */
  readonly typed: string;
  readonly text: string;
}

/** Written alike in every language: addresses, paths, options, times, zones, ids, headers. */
const WRITTEN_ALIKE = [
  /\b[A-Z][A-Za-z]+(?:\/[A-Z][\w+-]*(?: [A-Za-z]+)*)+|\bUTC\b/g,
  /https?:\/\/\S+/g,
  /(?:~|\.)?(?:\/[\w.@-]+)+\/?/g,
  /--[a-z][a-z-]*/g,
  /\d{4}-\d{2}(?:-\d{2})?(?:T[\d:.]+Z?)?/g,
  /\b(?:FY)?\d{4}-[QW]\d+/g,
  /\b\w+\.(?:csv|json|timelog|png)\b/g,
  /\b(?=\w*\d)(?=\w*[a-f])[0-9a-f]{7,}\b/g,
  /\bx-[a-z-]+\b/g,
  // What the language's own reader says of JSON is quoted as it is.
  /Unexpected token .* is not valid JSON|Expected .* in JSON at position \d+/g,
];

/** Words of data as they are written there. @param texts records, names, identifiers */
export function toVocabulary(texts: Iterable<string>): ReadonlySet<string> {
  return new Set([...texts].flatMap(splitWords));
}

/** An identifier is one word: `billable_amount` does not make "amount" a word of data. */
function splitWords(text: string): string[] {
  return text.match(/[A-Za-z]+(?:[_-]?\w+)*/g) ?? [];
}

/** @returns what holds plain words that are no data, each once, with the words. */
export function findPlainWords(said: readonly Said[], vocabulary: ReadonlySet<string>): string[] {
  const found = said.flatMap(({ where, typed, text }) => {
    const bare = WRITTEN_ALIKE.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
    const known = toVocabulary([typed]);
    const isData = (word: string) => vocabulary.has(word) || known.has(word);
    const plain = splitWords(bare)
      .filter((word) => !isData(word))
      .flatMap((word) => word.match(/[A-Za-z]+/g) ?? [])
      .filter((word) => !isData(word));
    return plain.length === 0
      ? []
      : [`${where}: “${text.replaceAll(/\s+/g, ' ').slice(0, 200)}” (${plain.join(', ')})`];
  });
  return [...new Set(found)];
}

/** Everything a person reads on a page, or hears of it: texts that are shown, names, hints, what an empty field says. */
export async function readPage(page: Page, where: string, typed = ''): Promise<Said[]> {
  const texts = await page.evaluate(() => {
    const heard = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'title',
      'placeholder',
      'alt',
    ];
    const found = new Set([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of heard) found.add(node.getAttribute(name) ?? '');
        continue;
      }
      const parent = node.parentElement;
      if (parent && !/^(?:script|style|noscript|template)$/i.test(parent.tagName)) found.add(node.textContent ?? '');
    }
    return [...found].filter((text) => text.trim() !== '');
  });
  return texts.map((text) => ({ where, typed, text }));
}
