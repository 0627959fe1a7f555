/** English for damaged names and settings: what is lost, what still works, and the ways out. */

export interface JournalFacts {
  readonly what: 'damaged' | 'older' | 'gone';
  readonly path: string;
  readonly missingChanges: number | null;
  readonly lost: Contents | null;
  readonly names: readonly string[];
  readonly isWhole: boolean;
  /** Figures rest on something of what is lost. */
  readonly hitsFigures: boolean;
  readonly copy: { readonly day: string; readonly contents: Contents } | null;
}

interface Contents {
  readonly people: number;
  readonly objects: number;
  readonly settings: number;
  readonly reports: number;
  readonly reviewMarks: number;
}

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function contentsText({ people, objects, settings, reports, reviewMarks }: Contents): string {
  const parts = [
    people > 0 ? plural(people, 'person', 'people') : '',
    objects > 0 ? plural(objects, 'named object', 'named objects') : '',
    settings > 0 ? plural(settings, 'setting', 'settings') : '',
    reports > 0 ? plural(reports, 'saved report', 'saved reports') : '',
    reviewMarks > 0 ? plural(reviewMarks, 'review mark', 'review marks') : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing' : joinList(parts);
}

function joinList(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** An older state of a file is whole in itself: only what lies beside it knows of later changes. */
function olderText({ missingChanges: missing }: JournalFacts): string {
  const lacks =
    missing === null ? 'later changes are' : missing === 1 ? 'its last change is' : `its last ${missing} changes are`;
  return `The file is older than it was: ${lacks} missing`;
}

const MOST_NAMES = 6;

function lossText({ lost, names }: JournalFacts): string {
  if (lost === null) return 'What of it is lost cannot be told';
  const counted = contentsText(lost);
  if (counted === 'nothing') return 'Some of its contents are not what they were';
  const more = names.length > MOST_NAMES ? ', …' : '';
  const named = names.length === 0 ? '' : ` (${names.slice(0, MOST_NAMES).join(', ')}${more})`;
  const is = Object.values(lost).reduce((sum, each) => sum + each, 0) === 1 ? 'is' : 'are';
  return `${counted}${named} ${is} lost`;
}

export const journalTexts = {
  /** The file is, whatever of it is lost; its names and settings only where figures feel it. */
  heading: ({ hitsFigures }: Pick<JournalFacts, 'hitsFigures'>): string =>
    hitsFigures ? 'Names and settings are damaged' : 'The file of names and settings is damaged',

  /** What happened and what is lost, without the last full stop. */
  what: (facts: JournalFacts): string => {
    if (facts.what === 'gone')
      return `The file with names, settings, saved reports and review marks is gone. ${lossText(facts)}`;
    if (facts.isWhole) return 'Everything in it could still be read';
    return facts.what === 'older' ? `${olderText(facts)}. ${lossText(facts)}` : lossText(facts);
  },
  /** What the rest is good for. */
  rest: ({ isWhole, hitsFigures }: Pick<JournalFacts, 'isWhole' | 'hitsFigures'>): string =>
    isWhole
      ? 'No name or setting can be changed until it is written anew.'
      : hitsFigures
        ? 'The rest is used, figures are marked as not complete, and no name or setting can be changed until you choose.'
        : 'The rest is used; no figure rests on what is lost. No name or setting can be changed until you choose.',
  copy: (facts: JournalFacts): string =>
    facts.copy === null
      ? 'There is no good copy of it.'
      : `The last good copy is of ${facts.copy.day}: ${contentsText(facts.copy.contents)}.`,

  restore: (day: string) => `Restore the copy of ${day}`,
  goOn: 'Go on without what is lost',
  goOnWhole: 'Write it anew',
  question: (from: 'copy' | 'rest') =>
    from === 'copy' ? 'Restore the last good copy?' : 'Go on with what can be read?',
  consequence: (from: 'copy' | 'rest', day: string | null) =>
    from === 'copy'
      ? `Names, settings, saved reports and review marks become what they were on ${day ?? ''}: later changes of them are undone. The records stay as they are.`
      : 'What cannot be read any more is given up. The records stay as they are.',
  nothingLost: 'Everything that could be read, which is all it held, is written into a new file.',
  aside: 'The damaged file gets another name and stays where it lies: nothing is deleted.',
  done: (setAside: string | null) =>
    setAside === null
      ? 'Names and settings are whole again.'
      : `Names and settings are whole again. The damaged file lies beside them as ${setAside}.`,
  mended: (contents: Contents) => `Now here: ${contentsText(contents)}.`,
  seal: 'Names damaged',
  sealDetail: 'Names or settings these figures rest on are damaged. Above it says what is lost, and how to go on.',
  preferences: (name: string) =>
    `The file of this program's preferences was damaged: what could be read of it is used, and the damaged file is set aside as ${name}.`,

  terminal: (facts: JournalFacts): string => {
    const copy =
      facts.copy === null ? '' : `"workspace restore" puts the good copy of ${facts.copy.day} in its place, `;
    return `${journalTexts.heading(facts)} (${facts.path}). ${journalTexts.what(facts)}; ${copy}"workspace restore --rest" goes on with what can be read.`;
  },
} as const;
