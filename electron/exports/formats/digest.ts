/** A digest: the body of a mail with the key figures, the first lines, and totals over all of them; plain text stands beside it. */
import type { FormatWriter } from '../document.ts';
import { toDigestPage } from './digest/digest-page.ts';
import { toDigestParts } from './digest/digest-parts.ts';
import { toDigestText } from './digest/digest-text.ts';

export const digest: FormatWriter = {
  async write(document, file) {
    const parts = await toDigestParts(document);
    await file.write(toDigestPage(parts, document.words.digest));
    return {
      guarded: 0,
      beside: { suffix: '.plain.txt', content: () => toDigestText(parts, document.words.digest) },
    };
  },
};
