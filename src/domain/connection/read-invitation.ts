/** Finds the service's address and the API key in a pasted text, such as the whole mail in which they came. Pure. */

export interface Invitation {
  /** Scheme, host and port, as the service's address is given; whatever path the text has is left out. */
  readonly address?: string;
  readonly key?: string;
}

const ADDRESS = /\bhttps?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?(?:\/[^\s<>"'()]*)?/gi;
const SERVICE_PATH = /\/service\/v1\b/i;
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/i;
const SPEAKS_OF_ADDRESS = /\b(?:address|base|endpoint|host|server|service|url|api)\b/i;

/** What keys are made of; a full stop at its end is the sentence's. */
const WORD = /[A-Za-z0-9_-](?:[A-Za-z0-9._~+/-]*[A-Za-z0-9_~+/-])?={0,2}/g;
/** After these a word is the key, however short. */
const SPEAKS_OF_KEY = /(?:\b(?:api[\s_-]*key|key|token|bearer|secret)\b["'`*_]*\s*(?:is|are)?\s*[:=]?\s*["'`<*_]*)$/i;
const SHORTEST_NAMED = 8;
const SHORTEST_UNNAMED = 20;

/** @returns what was found; a text that is one word is the address or the key itself. */
export function readInvitation(text: string): Invitation {
  const address = findAddress(text);
  const key = findKey(text);
  return { ...(address !== undefined && { address }), ...(key !== undefined && { key }) };
}

/** The address that names the service's own path, else one in a line that speaks of an address, else the first. */
function findAddress(text: string): string | undefined {
  const found = [...text.matchAll(ADDRESS)].map((match) => ({
    text: match[0],
    line: lineBefore(text, match.index),
    isAllowed: match[0].toLowerCase().startsWith('https:') || LOOPBACK.test(match[0]),
  }));
  const allowed = found.filter(({ isAllowed }) => isAllowed);
  const chosen =
    allowed.find((each) => SERVICE_PATH.test(each.text)) ??
    allowed.find((each) => SPEAKS_OF_ADDRESS.test(each.line)) ??
    allowed[0] ??
    found[0];
  const origin = chosen && /^[a-z]+:\/\/[^/]+/i.exec(chosen.text)?.[0];
  return origin?.toLowerCase();
}

/** The word that is named a key, else the longest that looks like one: long, and mixed as no word of a sentence is. */
function findKey(text: string): string | undefined {
  const bare = blankOut(text);
  const words = [...bare.matchAll(WORD)].map((match) => ({ word: match[0], before: textBefore(bare, match.index) }));
  const named = words.filter(
    ({ word, before }) => word.length >= SHORTEST_NAMED && /\d/.test(word) && SPEAKS_OF_KEY.test(before),
  );
  const looking = words.filter(({ word }) => word.length >= SHORTEST_UNNAMED && looksRandom(word));
  const longest = (of: typeof words) => of.toSorted((a, b) => b.word.length - a.word.length)[0]?.word;
  return longest(named) ?? longest(looking);
}

const looksRandom = (word: string) => /[A-Za-z]/.test(word) && /\d.*\d|[a-z].*[A-Z].*\d|\d.*[a-z].*[A-Z]/.test(word);

/** Addresses of pages and of people hold long words that are no keys; each keeps its length, so that places stay. */
function blankOut(text: string): string {
  const blank = (found: string) => ' '.repeat(found.length);
  return text.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"']+/gi, blank).replaceAll(/[\w.+-]+@[\w-]+\.[\w.-]+/g, blank);
}

const lineBefore = (text: string, at: number) => text.slice(text.lastIndexOf('\n', at - 1) + 1, at);

/** A key may stand in the line below its name, but a sentence ends what it speaks of. */
const textBefore = (text: string, at: number) => text.slice(Math.max(0, at - 60), at);
