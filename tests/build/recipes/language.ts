/** A language by the book: the texts come through one seam, `"#texts/*"` among the imports of package.json. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Addition } from './additions.ts';

/** What the terminal's help says in it, and where English says something else. */
export const sentence = { english: 'Reads time log records', said: 'Proof of time log records' };

/** @returns the edits that give every English file a twin in the language, with one sentence of its own. */
export function languageAddition(root: string): Addition {
  const files = readdirSync(join(root, 'src/texts/en'), { recursive: true, encoding: 'utf8' });
  return {
    recipe: 'a language',
    edits: [
      ...files
        .filter((file) => file.endsWith('.ts'))
        .map((file) => ({
          path: `src/texts/proof/${file}`,
          create: (read: (path: string) => string) =>
            read(`src/texts/en/${file}`).replaceAll(sentence.english, sentence.said),
        })),
      { path: 'package.json', after: `"#texts/*": {\n`, insert: `      "proof": "./src/texts/proof/*",\n` },
    ],
  };
}
