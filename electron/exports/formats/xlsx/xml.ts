/** Texts as SpreadsheetML holds them: whatever was received, never markup, never more than a cell takes. */

/** The most characters (UTF-16) a cell holds. */
export const CELL_LIMIT = 32_767;

const MARKUP = /[&<>"]/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML cannot hold, and what its readers change: a carriage return. */
// oxlint-disable-next-line no-control-regex -- these are what is escaped
const FORBIDDEN = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** What a reader would take for such an escape. */
const LOOKS_ESCAPED = /_x(?=[0-9A-Fa-f]{4}_)/g;
// oxlint-disable-next-line no-control-regex -- these are what is escaped
const NEEDS_CARE = /[&<>"\u0000-\u0008\u000B-\u001F\uD800-\uDFFF\uFFFE\uFFFF]|_x/;

const EDGE_SPACE = /^\s|\s$|[\t\n]/;
/** Of all texts few need anything: one look says so. */
// oxlint-disable-next-line no-control-regex -- these are what is escaped
const IS_SPECIAL = /^\s|\s$|[&<>"\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]|_x/;

/** The element of a text, which keeps its blanks. */
export function toTextElement(text: string): string {
  if (!IS_SPECIAL.test(text)) return `<t>${text}</t>`;
  return `<t${EDGE_SPACE.test(text) ? ' xml:space="preserve"' : ''}>${escapeText(text)}</t>`;
}

/** The text for an element or attribute: what XML cannot hold as `_xHHHH_`, as the format has it (ST_Xstring). */
export function escapeText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return text
    .replace(LOOKS_ESCAPED, '_x005F_x')
    .replace(FORBIDDEN, toEscape)
    .replace(LONE_SURROGATE, toEscape)
    .replace(MARKUP, (character) => entities[character] ?? character);
}

function toEscape(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Cuts what no cell can hold, and marks it so. @param mark says how many characters are missing */
export function cutText(text: string, mark: (missing: number) => string): string {
  if (text.length <= CELL_LIMIT) return text;
  const room = CELL_LIMIT - mark(text.length).length;
  const last = text.charCodeAt(room - 1);
  // Never between the halves of a character.
  const kept = last >= 0xd800 && last <= 0xdbff ? room - 1 : room;
  return text.slice(0, kept) + mark(text.length - kept);
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
