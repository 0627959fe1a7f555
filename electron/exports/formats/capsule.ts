/** A capsule: one HTML file with its lines, notes and seal, and the page that checks, sorts and filters them in any browser, offline. */
import { createHash } from 'node:crypto';
import { markCount } from '../../../src/domain/locale-forms.ts';
import { fail } from '../../../src/contract/errors.ts';
import { MOST_CELLS, MOST_LETTERS, toTail, type CapsuleData } from '../../../src/domain/exports/capsule.ts';
import type { AtomicFile } from '../atomic-file.ts';
import type { ExportDocument, FormatWriter } from '../document.ts';
import { sealedFrame, toFrame } from './capsule/frame.ts';
import { readPageTexts } from './capsule/page-texts.ts';

export const capsule: FormatWriter = {
  isThreaded: true,
  async write(document: ExportDocument, file: AtomicFile) {
    const { columns, lineCount, words, outline, head } = document;
    const detail = words.capsuleTooLarge(markCount(lineCount), markCount(columns.length), markCount(MOST_CELLS));
    const refuse = () => fail({ code: 'usage', detail });
    if (lineCount * columns.length > MOST_CELLS) refuse();
    const frame = toFrame(await readPageTexts(), words.capsule, head.title);
    const hash = createHash('sha256').update(sealedFrame(frame));
    let letters = 0;
    const add = async (text: string) => {
      letters += text.length;
      if (letters > MOST_LETTERS) refuse();
      hash.update(text);
      await file.write(text);
    };
    await file.write(frame.before);
    const begun = {
      capsule: 1,
      words: words.capsule,
      head,
      columns,
      currencyAt: document.currencyAt ?? null,
      outline,
    } satisfies Omit<CapsuleData, 'lines' | 'sums' | 'manifest'>;
    await add(`${toPlainJson(begun).slice(0, -1)},"lines":[`);
    let isFirst = true;
    for await (const piece of document.lines) {
      if (piece.length === 0) continue;
      await add((isFirst ? '' : ',') + toPlainJson(piece).slice(1, -1));
      isFirst = false;
    }
    const ended = { sums: document.sums(), manifest: document.facts() } satisfies Partial<CapsuleData>;
    await add(`],${toPlainJson(ended).slice(1, -1)}`);
    await file.write(toTail(hash.digest('hex')) + frame.after);
    return { guarded: 0 };
  },
};

/** In ASCII and without a letter that could end the element it is in; lone surrogates stay what they are. */
function toPlainJson(content: unknown): string {
  const escape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(content).replaceAll(/[<>&]|[^\x20-\x7e]/g, escape);
}
