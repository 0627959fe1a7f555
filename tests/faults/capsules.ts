/**
 * `npm run campaign -- capsules --count N --seed S [--markup]`: changes one byte of a capsule at a time, opens it from disk in Chromium without
 * a network, and asks whether it is red. `--markup`: every byte of the markup itself, with two masks, instead of random ones.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOptions } from '../support/parse-options.ts';
import { readCapsule } from '../../electron/exports/verify/capsule-file.ts';
import { flip, openCapsuleBrowser } from '../support/exports/capsule-browser.ts';
import { makeLines, toDocument, writeCapsule } from '../support/exports/capsule-documents.ts';
import { seeded } from '../support/worlds/seeded.ts';

const { values } = parseOptions({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    markup: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const random = seeded(seed);
const folder = mkdtempSync(join(tmpdir(), 'capsules-'));
const path = join(folder, 'capsule.html');
const browser = await openCapsuleBrowser();
const reds = { red: 0, alike: 0 };
const failures: string[] = [];
try {
  for (const { text, at, mask } of await makeFlips()) {
    const bytes = flip(Buffer.from(text, 'latin1'), at, mask);
    await browser.open(path, bytes);
    const [isRed, state] = [await browser.isRed(), await browser.state()];
    const near = JSON.stringify(text.slice(Math.max(0, at - 12), at + 12));
    if (isRed && state !== 'untouched') reds.red += 1;
    else if (state === 'untouched' && isFolded(text, at, mask) && !(await readCapsule(path)).isSealed) reds.alike += 1;
    else failures.push(`byte ${at} xor ${mask} near ${near}: ${state}${isRed ? ', red' : ''}`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(failure);
console.log(
  `${reds.red} red; ${reds.alike} the browser reads as the very same page, and verify-file names them; ${failures.length} neither (seed ${seed})`,
);
process.exitCode = failures.length > 0 ? 1 : 0;

interface Flip {
  readonly text: string;
  readonly at: number;
  readonly mask: number;
}

async function makeFlips(): Promise<Flip[]> {
  if (values.markup) {
    const text = await writeCapsule(toDocument({ lines: makeLines(seed, 3) }));
    return [...markupPlaces(text)].flatMap((at) => [0x20, 0x01].map((mask) => ({ text, at, mask })));
  }
  const flips: Flip[] = [];
  for (let run = 0; run < Number(values.count); run += 1) {
    // Every twentieth time another capsule, of another size.
    const text =
      run % 20 === 0 || flips.length === 0
        ? await writeCapsule(toDocument({ lines: makeLines(seed + run, random.between(0, 400)) }))
        : (flips.at(-1)?.text ?? '');
    const start = run % 4 === 0 ? 0 : text.indexOf('application/json');
    const end = run % 4 === 0 ? text.indexOf('application/json') : text.length;
    flips.push({ text, at: random.between(start, end - 1), mask: random.between(1, 255) });
  }
  return flips;
}

/** Everything but the contents of style, script and data. */
function markupPlaces(text: string): Set<number> {
  const places = new Set(Array.from(text, (_, at) => at));
  for (const { index, 0: whole, 1: content = '' } of text.matchAll(/<(?:style|script)[^>]*>(.*?)<\/(?:style|script)>/g))
    for (let at = 0; at < content.length; at += 1) places.delete(index + whole.indexOf('>') + 1 + at);
  return places;
}

/** Inside a tag, browsers read letters of either case and blanks of any kind alike. */
function isFolded(text: string, at: number, mask: number): boolean {
  const [was, is] = [text[at] ?? '', String.fromCharCode(text.charCodeAt(at) ^ mask)];
  const isInTag = text.lastIndexOf('<', at) > text.lastIndexOf('>', at - 1);
  return isInTag && (was.toLowerCase() === is.toLowerCase() || (was === ' ' && /[\t\n\f\r/]/.test(is)));
}
