/** English for damaged names and settings: what is lost, what still works, and how to repair it. */
import { plural } from './counts.ts';

export interface JournalFacts {
  readonly what: 'damaged' | 'older' | 'gone';
  readonly path: string;
  readonly missingChanges: number | null;
  readonly lost: Contents | null;
  readonly names: readonly string[];
  readonly isWhole: boolean;
  /** Figures rest on part of what is lost. */
  readonly hitsFigures: boolean;
  readonly copy: { readonly day: string; readonly contents: Contents } | null;
}

type Contents = Readonly<Record<'people' | 'objects' | 'settings' | 'reports' | 'exports' | 'reviewMarks', number>>;

type Count = (whole: number) => string;

function contentsText({ people, objects, settings, reports, exports, reviewMarks }: Contents, count: Count): string {
  const parts = [
    people > 0 ? plural(count(people), 'person', 'people') : '',
    objects > 0 ? plural(count(objects), 'named object', 'named objects') : '',
    settings > 0 ? plural(count(settings), 'setting', 'settings') : '',
    reports > 0 ? plural(count(reports), 'saved report', 'saved reports') : '',
    exports > 0 ? plural(count(exports), 'saved export', 'saved exports') : '',
    reviewMarks > 0 ? plural(count(reviewMarks), 'review mark', 'review marks') : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing' : joinList(parts);
}

function joinList(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** An older state of a file is sound in itself: only the manifest beside it knows of later changes. */
function olderText({ missingChanges: missing }: JournalFacts, count: Count): string {
  const lacks =
    missing === null
      ? 'later changes are'
      : missing === 1
        ? 'its last change is'
        : `its last ${count(missing)} changes are`;
  return `The file is an older version: ${lacks} missing`;
}

const MAX_NAMES = 6;

function lossText({ lost, names }: JournalFacts, count: Count): string {
  if (lost === null) return 'It is not known what is lost';
  const counted = contentsText(lost, count);
  if (counted === 'nothing') return 'Some of its contents have changed';
  const more = names.length > MAX_NAMES ? ', …' : '';
  const named = names.length === 0 ? '' : ` (${names.slice(0, MAX_NAMES).join(', ')}${more})`;
  const is = Object.values(lost).reduce((sum, count) => sum + count, 0) === 1 ? 'is' : 'are';
  return `${counted}${named} ${is} lost`;
}

export const journalTexts = {
  /** Says that the file is damaged; names its kind of content only where figures are affected. */
  heading: ({ hitsFigures }: Pick<JournalFacts, 'hitsFigures'>): string =>
    hitsFigures ? 'Names and settings are damaged' : 'The file of names and settings is damaged',

  /** What happened and what is lost, without the last full stop. */
  what: (facts: JournalFacts, count: Count): string => {
    if (facts.what === 'gone')
      return `The file with names, settings, saved reports, saved exports and review marks is missing. ${lossText(facts, count)}`;
    if (facts.isWhole) return 'Everything in it could still be read';
    return facts.what === 'older' ? `${olderText(facts, count)}. ${lossText(facts, count)}` : lossText(facts, count);
  },
  /** What still works with the rest. */
  rest: ({ isWhole, hitsFigures }: Pick<JournalFacts, 'isWhole' | 'hitsFigures'>): string =>
    isWhole
      ? 'No name or setting can be changed until it is rewritten.'
      : hitsFigures
        ? 'The rest is used, figures are marked as incomplete, and no name or setting can be changed until you choose.'
        : 'The rest is used; no figure depends on what is lost. No name or setting can be changed until you choose.',
  copy: (facts: JournalFacts, count: Count): string =>
    facts.copy === null
      ? 'There is no good copy of it.'
      : `The last good copy is from ${facts.copy.day}: ${contentsText(facts.copy.contents, count)}.`,

  restore: (day: string) => `Restore the copy from ${day}`,
  goOn: 'Continue without what is lost',
  goOnWhole: 'Rewrite it',
  question: (from: 'copy' | 'rest') =>
    from === 'copy' ? 'Restore the last good copy?' : 'Continue with what can be read?',
  consequence: (from: 'copy' | 'rest', day: string | null) =>
    from === 'copy'
      ? `Names, settings, saved reports, saved exports and review marks become what they were on ${day ?? ''}: later changes to them are undone. The records stay as they are.`
      : 'What can no longer be read is left out. The records stay as they are.',
  nothingLost: 'Everything that could be read, which is all it held, is written into a new file.',
  aside: 'The damaged file is renamed and stays where it is: nothing is deleted.',
  done: (setAside: string | null) =>
    setAside === null
      ? 'Names and settings are repaired.'
      : `Names and settings are repaired. The damaged file is beside them as ${setAside}.`,
  mended: (contents: Contents, count: Count) => `Now here: ${contentsText(contents, count)}.`,
  seal: 'Names damaged',
  sealDetail:
    'Names or settings these figures depend on are damaged. The notice above says what is lost and how to continue.',
  preferences: (name: string) =>
    `The file of this program's preferences was damaged: what could be read of it is used, and the damaged file is set aside as ${name}.`,

  terminal: (facts: JournalFacts, count: Count): string => {
    const copy =
      facts.copy === null ? '' : `"workspace restore" puts the good copy of ${facts.copy.day} in its place, `;
    return `${journalTexts.heading(facts)} (${facts.path}). ${journalTexts.what(facts, count)}; ${copy}"workspace restore --rest" continues with what can be read.`;
  },
} as const;

// English for saved reports.

export const nameTaken = (name: string) => `Another report is already called “${name}”`;

export const exportNameTaken = (name: string): string =>
  `There is an export called “${name}” already: choose another name`;
