/** The page of a capsule: checks the file it is in, then shows it. Bundled as text into every capsule; it asks the network for nothing. */
import { escapeLetters, type CapsuleData } from '../../domain/exports/capsule.ts';
import { addAgain, checkSeal } from './check.ts';
import { linesTable } from './lines-table.ts';
import { addsUp, factsPanel, notesPanel, sealBand, titleHead, totalsPanel, type Verdict } from './seal-view.ts';
import { element } from './dom.ts';

type State = 'checking' | 'untouched' | 'changed';

const root = document.documentElement;
const isRootPlain = root.attributes.length === 1;
const setState = (state: State) => root.setAttribute('data-state', state);

setState('checking');
document.addEventListener('DOMContentLoaded', () => {
  const main = document.querySelector('main') ?? document.body;
  const warning = [...main.childNodes];
  start(main).catch(() => {
    main.replaceChildren(...warning);
    redden();
  });
});

async function start(main: HTMLElement): Promise<void> {
  const { frame, text } = takeApart();
  const data = readData(text);
  if (data) main.replaceChildren(element('p', { class: 'checking', role: 'status' }, data.words.checking));
  await rest();
  const { seal, isUntouched } = await checkSeal(frame, text, rest);
  // The sentence that stands in the page from the start says it already.
  if (!data) return redden();
  const verdict: Verdict = { seal, isUntouched, sums: addAgain(data) };
  const isGood = isUntouched && addsUp(verdict);
  root.lang = data.words.language;
  document.title = `${data.head.title} \u00B7 ${data.head.period}`;
  const panels = [totalsPanel(data, verdict), notesPanel(data)].filter((panel) => panel !== undefined);
  main.replaceChildren(
    sealBand(data.words, verdict),
    titleHead(data),
    element('div', { class: 'panels' }, ...panels),
    linesTable(data),
    factsPanel(data),
  );
  if (isGood) setState('untouched');
  else redden();
}

/** The markup as it was read, without the data; empty where the page is not even arranged as one. */
function takeApart(): { readonly frame: string; readonly text: string } {
  const { doctype } = document;
  const holder = document.querySelector('script[type="application/json"]');
  const text = holder?.textContent ?? '';
  if (holder) holder.textContent = '';
  root.removeAttribute('data-state');
  const markup = escapeLetters(root.outerHTML);
  setState('checking');
  const isArranged =
    isRootPlain &&
    holder !== null &&
    document.compatMode === 'CSS1Compat' &&
    document.childNodes.length === 2 &&
    doctype?.name === 'html' &&
    doctype.publicId === '' &&
    doctype.systemId === '';
  return { frame: isArranged ? markup : '', text };
}

function readData(text: string): CapsuleData | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is not as sealed is shown as changed
    return JSON.parse(text) as CapsuleData;
  } catch {
    return undefined;
  }
}

/** Not by the style sheet alone: that may be what was changed. */
function redden(): void {
  setState('changed');
  document.body.style.setProperty('background', '#b3261e', 'important');
}

function rest(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
