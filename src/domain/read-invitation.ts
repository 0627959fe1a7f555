/** Finds the service's address and the API key in a pasted text, such as the mail that contained them. Pure. */

export interface Invitation {
  /** Scheme, host and port; any path in the text is left out. */
  readonly address?: string;
  readonly key?: string;
}

const ADDRESS = /\bhttps?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?(?:\/[^\s<>"'()]*)?/gi;
const SERVICE_PATH = /\/service\/v1\b/i;
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/i;
const SPEAKS_OF_ADDRESS = /\b(?:address|base|endpoint|host|server|service|url|api)\b/i;

/** The characters of keys; a full stop at the end belongs to the sentence. */
const WORD = /[A-Za-z0-9_-](?:[A-Za-z0-9._~+/-]*[A-Za-z0-9_~+/-])?={0,2}/g;
/** The next word is the key, even if it is short. */
const SPEAKS_OF_KEY = /(?:\b(?:api[\s_-]*key|key|token|bearer|secret)\b["'`*_]*\s*(?:is|are)?\s*[:=]?\s*["'`<*_]*)$/i;
const SHORTEST_NAMED = 8;
const SHORTEST_UNNAMED = 20;

/** @returns what was found; a single word may be the address or the key itself */
export function readInvitation(text: string): Invitation {
  const address = findAddress(text);
  const key = findKey(text);
  return { ...(address !== undefined && { address }), ...(key !== undefined && { key }) };
}

/** Finds the address with the service's path, otherwise one in a line that mentions an address, otherwise the first. */
function findAddress(text: string): string | undefined {
  const addresses = [...text.matchAll(ADDRESS)].map((match) => ({
    text: match[0],
    line: readLineBefore(text, match.index),
    isAllowed: match[0].toLowerCase().startsWith('https:') || LOOPBACK.test(match[0]),
  }));
  const allowed = addresses.filter(({ isAllowed }) => isAllowed);
  const bestAddress =
    allowed.find((candidate) => SERVICE_PATH.test(candidate.text)) ??
    allowed.find((candidate) => SPEAKS_OF_ADDRESS.test(candidate.line)) ??
    allowed[0] ??
    addresses[0];
  const origin = bestAddress && /^[a-z]+:\/\/[^/]+/i.exec(bestAddress.text)?.[0];
  return origin?.toLowerCase();
}

/** Finds the word that is labelled as a key, otherwise the longest word that looks random. */
function findKey(text: string): string | undefined {
  const textWithoutAddresses = blankOut(text);
  const words = [...textWithoutAddresses.matchAll(WORD)].map((match) => ({
    word: match[0],
    before: readTextBefore(textWithoutAddresses, match.index),
  }));
  const namedWords = words.filter(
    ({ word, before }) => word.length >= SHORTEST_NAMED && /\d/.test(word) && SPEAKS_OF_KEY.test(before),
  );
  const randomWords = words.filter(({ word }) => word.length >= SHORTEST_UNNAMED && isRandomLooking(word));
  const findLongest = (candidates: typeof words) =>
    candidates.toSorted((a, b) => b.word.length - a.word.length)[0]?.word;
  return findLongest(namedWords) ?? findLongest(randomWords);
}

const isRandomLooking = (word: string) =>
  /[A-Za-z]/.test(word) && /\d.*\d|[a-z].*[A-Z].*\d|\d.*[a-z].*[A-Z]/.test(word);

/** Blanks out web and mail addresses, whose long words are not keys; their length is kept, so that indexes stay the same. */
function blankOut(text: string): string {
  const blank = (match: string) => ' '.repeat(match.length);
  return text.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"']+/gi, blank).replaceAll(/[\w.+-]+@[\w-]+\.[\w.-]+/g, blank);
}

const readLineBefore = (text: string, index: number) => text.slice(text.lastIndexOf('\n', index - 1) + 1, index);

/** Reads the text before a word across lines, because a key may be in the line below its label. */
const readTextBefore = (text: string, index: number) => text.slice(Math.max(0, index - 60), index);
