/** The head of a capsule's page: what it is of, whether it is untouched and adds up, its notes and facts. */
import type { CapsuleData, CapsuleWords } from '../../domain/exports/capsule.ts';
import { groupThousands } from '../../domain/thousands.ts';
import type { AddedColumn } from './check.ts';
import { printCell } from './cells.ts';
import { element } from './dom.ts';

export interface Verdict {
  readonly seal: string | undefined;
  readonly isUntouched: boolean;
  readonly sums: readonly AddedColumn[];
}

export const addsUp = ({ sums }: Verdict): boolean => sums.every(({ difference }) => difference === null);

export function sealBand(words: CapsuleWords, { isUntouched, seal, ...verdict }: Verdict): HTMLElement {
  const agrees = addsUp({ isUntouched, seal, ...verdict });
  const isGood = isUntouched && agrees;
  const why = isUntouched ? words.reasons.sums : words.reasons.bytes;
  return element(
    'section',
    { class: 'seal', role: isGood ? 'status' : 'alert', 'data-good': String(isGood) },
    element('strong', {}, isGood ? words.untouched : words.changed),
    element('span', {}, isGood ? words.sealAbout : why),
    ...(seal === undefined ? [] : [element('code', { title: words.seal }, seal)]),
    ...(isGood ? [] : [element('span', {}, words.changedAbout)]),
  );
}

export function titleHead({ head }: CapsuleData): HTMLElement {
  return element(
    'header',
    {},
    element('h1', {}, head.title),
    element('p', {}, head.period),
    element('p', { class: 'state', 'data-complete': String(head.complete) }, head.seal),
  );
}

export function totalsPanel(data: CapsuleData, verdict: Verdict): HTMLElement | undefined {
  const { words, columns } = data;
  const { sums } = verdict;
  if (sums.length === 0) return undefined;
  const hasCurrencies = sums.some(({ currency }) => currency !== null);
  const agrees = addsUp(verdict);
  const print = (text: string | null, at: number) =>
    printCell(text, { kind: columns[at]?.kind ?? 'number', digits: columns[at]?.digits ?? null });
  const rows = sums.map(({ label, currency, at, written, added, difference }) =>
    element(
      'tr',
      { 'data-good': String(difference === null) },
      element('th', { scope: 'row' }, label),
      ...(hasCurrencies
        ? [element('td', {}, currency || (columns[at]?.kind === 'money' ? words.noCurrency : ''))]
        : []),
      element('td', { class: 'figure' }, print(written, at)),
      element('td', { class: 'figure' }, added === undefined ? words.reasons.unreadable : print(added, at)),
      element(
        'td',
        { class: 'verdict' },
        ...(difference === null
          ? ['\u2713 ', element('span', {}, words.agrees)]
          : [`\u2717 ${words.differs} ${print(difference, at)}`]),
      ),
    ),
  );
  const heads = [words.column, ...(hasCurrencies ? [words.currency] : []), words.written, words.added, ''];
  return element(
    'section',
    { class: 'panel' },
    element('h2', {}, words.totals),
    element('p', { class: 'quiet' }, agrees ? words.totalsAgree : words.totalsDiffer),
    element(
      'div',
      { class: 'wide' },
      element(
        'table',
        { class: 'totals' },
        element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
        element('tbody', {}, ...rows),
      ),
    ),
  );
}

export function notesPanel({ words, head }: CapsuleData): HTMLElement | undefined {
  if (head.notes.length === 0) return undefined;
  const notes = head.notes.map((note) => element('li', {}, note));
  return element('section', { class: 'panel' }, element('h2', {}, words.notes), element('ul', {}, ...notes));
}

export function factsPanel({ words, head }: CapsuleData): HTMLElement {
  const sections = head.sections.map(({ title, facts }) =>
    element(
      'div',
      {},
      element('h3', {}, title),
      element('dl', {}, ...facts.flatMap(({ label, text }) => [element('dt', {}, label), element('dd', {}, text)])),
    ),
  );
  return element(
    'section',
    { class: 'panel facts' },
    element('h2', {}, words.facts),
    element('div', { class: 'sections' }, ...sections),
  );
}

export const count = (number: number): string => groupThousands(number);
