/** Defects of the page: what is shown, marked and printed. */
import { page, unit } from '../defect.mjs';

/** @type {readonly import('../defect.mjs').Defect[]} */
export const ui = [
  {
    name: 'damaged-names-sealed',
    what: 'the seal says “complete” though names are lost',
    file: 'src/ui/coverage/seal.ts',
    find: "  if (status.complete && isLossy(status)) return { kind: 'damaged' };\n",
    replace: '',
    tests: page('shared/names-damaged', 'a flipped bit in a name'),
  },
  {
    name: 'missing-month-drawn-as-0',
    what: 'a month of which nothing was fetched is drawn as one without hours',
    file: 'src/domain/charts/pin-state.ts',
    find: "return records === 0 && (isOpen || period === null) ? 'missing' : 'soFar';",
    replace: "return isOpen && period === null && records < 0 ? 'missing' : 'soFar';",
    tests: [...unit, 'tests/domain/charts/build-model.test.ts'],
  },
  {
    name: 'partial-read-as-whole',
    what: 'the figure that explains itself is not marked though records may be missing',
    file: 'src/ui/explain/explained-cell.ts',
    find: '    isIncomplete: !isWhole,',
    replace: '    isIncomplete: isWhole && !isWhole,',
    tests: [...unit, 'tests/ui/screens/reports/table/cells.test.ts'],
  },
  {
    name: 'share-times-100-twice',
    what: 'percentages are printed as shares of 1',
    file: 'src/domain/reports/print/printed.ts',
    find: 'scaled: (units) => units * 100n',
    replace: 'scaled: (units) => units',
    tests: [...unit, 'tests/ui/format/values.test.ts'],
  },
  {
    name: 'print-cut',
    what: 'a print holds the lines that are scrolled to, and no more',
    file: 'src/ui/paper.tsx',
    find: '    isPrinting = true;\n    flushSync(onChange);',
    replace: '    isPrinting = true;\n    setTimeout(onChange);',
    tests: page('shared/reports/paper', 'a report is drawn whole when it is printed'),
  },
  {
    name: 'print-cut-unsaid',
    what: 'a print that shows a part does not say so',
    file: 'src/ui/paper.tsx',
    find: '({ printed, all }) => printed < all',
    replace: '({ printed, all }) => printed > all',
    tests: page('shared/reports/paper', 'an incomplete print says'),
  },
  {
    name: 'typed-into-the-menu',
    what: 'letters typed into the palette go to the menu behind it',
    file: 'src/ui/shell/Palette.tsx',
    find: "content.querySelector('input')?.focus();",
    replace: "content.querySelector('input');",
    tests: page('shared/palette', 'the palette takes every letter'),
  },
  {
    name: 'figures-of-before',
    what: 'figures of another period stand there as if they were of this one',
    file: 'src/ui/screens/overview/OverviewScreen.tsx',
    find: 'isStale={figures.isStale || compared.isStale || (expected.error === null && expected.isStale)}',
    replace: 'isStale={false}',
    tests: page('browser/old-figures', 'the Overview never shows'),
  },
];
