/** English for a value in a filter that no record has. */
import { records } from '../counts.ts';

const perhaps = (near: string | null) => (near === null ? '.' : `; did you mean ${near}?`);
const quoted = (text: string) => `“${text}”`;

export const unheldTexts = {
  quoted,
  /** An id and the name it stands for. */
  named: (value: string, name: string) => `${value} (${name})`,
  noClient: (value: string, near: string | null) => `No client is called ${quoted(value)}${perhaps(near)}`,
  noTeam: (value: string, near: string | null) => `No team is called ${quoted(value)}${perhaps(near)}`,
  /** A client or team of the directory. */
  noRecord: (label: string, value: string) => `No record here belongs to the ${label.toLowerCase()} ${quoted(value)}.`,
  none: (label: string, value: string, near: string | null) =>
    `No record here has ${quoted(value)} as its ${label.toLowerCase()}${perhaps(near)}`,
  fewer: (words: string, kept: string, of: string, found: string) =>
    `No record has all ${of} words of the search; ${quoted(words)} (${kept} of ${of}) finds ${records(found)}.`,
  taken: (word: string, name: string) =>
    `No record and no name has ${quoted(word)}; it is taken for ${quoted(name)}, one letter away.`,
  several: (word: string, names: readonly string[]) =>
    `No record and no name has ${quoted(word)}; did you mean ${names.map(quoted).join(' or ')}?`,
  use: (near: string) => `Use ${near}`,
} as const;
