/**
 * Reads a pasted mail: its numbers and record IDs, and what the surrounding text indicates that each is. `choose-ids.ts` decides which of
 * them to look up. Every regular expression is bounded, so that the time is linear in the text. Pure.
 */

export type Reason =
  | Label
  | 'amount'
  | 'moment'
  | 'link'
  | 'field'
  | 'groups'
  | 'sameRecord'
  | 'zero'
  | 'length'
  | 'ownerHere'
  | 'objectHere';

export interface Candidate {
  /** The text as in the mail. */
  readonly text: string;
  /** Digits only, or a record ID in the platform's form. */
  readonly id: string;
  readonly isRecordId: boolean;
  /** Why the surrounding text indicates that it is not the id of a record. */
  readonly reason?: Reason | undefined;
  /** True if its line has only numbers, which are a list of ids regardless of their length. */
  readonly isListed: boolean;
  /** Its groups of digits, which may be separate numbers if it is not a single id. */
  readonly parts?: readonly string[];
  /** The name before it in JSON or in a link's query. */
  readonly field?: string | undefined;
}

export interface Mail {
  readonly candidates: readonly Candidate[];
  /** Texts without candidates; adjacent words of a line are one text. */
  readonly words: readonly string[];
}

/** Zero-width characters that are copied from pages and documents. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
export const removeInvisible = (text: string): string => text.replaceAll(INVISIBLE, '');
const TAGS = /<\/?(?:table|tbody|thead|tr|td|th|div|span|p|b|i|u|br|li|ul|ol|strong|em|font)(?:\s[^<>]{0,300})?>/gi;

/** Decodes soft line breaks and hex pairs of a mail's source, tags and entities of a page, and percent encoding of nested links. */
function decodeMail(pasted: string): string {
  const isSource = /quoted-printable|=3D/i.test(pasted);
  let text = removeInvisible(pasted).replaceAll(/\r\n?|[\v\f\u2028\u2029]/g, '\n');
  text = isSource
    ? text.replaceAll(/=\n[> ]{0,9}/g, '').replaceAll(/(?:=[0-9A-F]{2}){1,99}/g, decodePairs)
    : text.replaceAll(/(?<=[^\s=])=\n[> ]{0,9}(?=\S)/g, '');
  text = text.replaceAll(TAGS, (tag) =>
    /^<\/t[dh]/i.test(tag) ? '\t' : /^<(?:br|\/tr|\/p|\/div|\/li)/i.test(tag) ? '\n' : ' ',
  );
  text = text.replaceAll(/&(?:nbsp|#160);/g, '\u00A0').replaceAll('&amp;', '&');
  // A link in a link in a link is encoded three times.
  for (let depth = 0; depth < 3; depth += 1)
    text = text.replaceAll(/%(2[356DF]|3[ADF])/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return text.replaceAll(/(\d)%20--%20(\d{4}-\d{2}-\d{2})%20(?=\d{2}:)/g, '$1 -- $2 ');
}

function decodePairs(pairs: string): string {
  try {
    return decodeURIComponent(pairs.replaceAll('=', '%'));
  } catch {
    return ' ';
  }
}

/** A line break in a reply may include these characters. */
const GAP = String.raw`(?:[^\S\n]{0,20}\n[>\s]{0,9}|[^\S\n]{1,20})`;
const WHOLE_RECORD_ID = String.raw`\d{1,18} -- \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?`;
export const RECORD_ID_FORM = new RegExp(`(?<!\\d)${WHOLE_RECORD_ID}`);
const BROKEN_RECORD_ID = new RegExp(
  `(?<!\\d)(\\d{1,18})${GAP}?(?:--|[–—])${GAP}?(\\d{4}-\\d{2}-\\d{2})(?:T|${GAP})(\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,6})?)`,
  'g',
);
const BROKEN_LINK = /(\/record\/2-\d{1,12}\/\d{0,8})[^\S\n]{0,9}\n[>\s]{0,9}(?=\d{1,18}(?!\d))/g;
const BROKEN_NUMBER = /(?<![\p{L}\d.,:/-])(\d{1,8})[^\S\n]{0,9}\n[> ]{0,9}(?=(\d{1,8})(?![.,:/-]?\d))/gu;
/** A line at least this long was probably wrapped by a mail program. */
const LONG_LINE = 60;

/**
 * Joins what a line break has split. The parts of a number are joined by a sign: with `-` it counts as an id if it is known, with `‐` also if
 * it has the length of an id.
 */
function joinLines(text: string): string {
  return text
    .replaceAll(BROKEN_RECORD_ID, '$1 -- $2 $3')
    .replaceAll(BROKEN_LINK, '$1')
    .replaceAll(BROKEN_NUMBER, (all, first: string, second: string, index: number) => {
      const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
      if (first.length + second.length < 9 || !/\p{L}/u.test(line)) return all;
      return first + (line.length >= LONG_LINE ? '\u2010' : '-');
    });
}

const CURRENCY = String.raw`(?:[€$£¥]|EUR|USD|GBP|CHF|Euro)`;
const DIGITS = String.raw`\d{1,18}(?:[.,'’ \u00A0\u202F]\d{3}){0,6}(?:[.,]\d{1,2})?`;
const PIECE = String.raw`(?<![\p{L}\d])`;
const kinds = {
  recordId: WHOLE_RECORD_ID,
  link: String.raw`(?:\b[a-z]{2,8}:\/\/|\bwww\.|(?<![\w.-])[\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.[a-z]{2,12}\/|\/?\brecord\/\d|(?<!\S)\/[\w/.-]{1,200}\?)(?:(?!${WHOLE_RECORD_ID})[^\s<>"«»“”|])*`,
  address: String.raw`(?<![\w.%+-])[\w.%+-]{1,64}@[\w.-]{1,255}`,
  bank:
    PIECE +
    String.raw`(?!ID|NR|NO|PO)[A-Z]{2}\d{2}(?:[ \u00A0]?[A-Z\d]{4}){3,7}(?:[ \u00A0]?[A-Z\d]{1,3})?(?![\p{L}\d])`,
  moment: String.raw`(?<![\p{L}\d.-])(?:\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}(?<sign>[./-])\d{1,2}\k<sign>(?:\d{4}|\d{2})|\d{1,2}[:h]\d{2}(?::\d{2})?(?:[.,]\d{1,3})?)(?![\d-]|[.\/]\d)`,
  amount: String.raw`(?<![\p{L}\d.,-])(?:${CURRENCY}[ \u00A0\u202F]?${DIGITS}(?!\d)|${DIGITS}[ \u00A0\u202F]?(?:${CURRENCY}(?![\p{L}\d]|[ \u00A0]?\d)|%)|\d{1,3}(?:[.,'’ \u00A0\u202F]\d{3}){0,6}[.,]\d{1,2}(?![\d.,/-]))`,
  phone:
    PIECE +
    String.raw`(?:0\d{8,11}(?!\d)|\+ ?\d{1,3}[\d \u00A0\u202F()/.-]{5,24}\d|\(?0\d{0,5}\)?(?:[ \u00A0\u202F/.-]{1,3}\(?\d{1,8}(?!\d)\)?){1,6}|(?:1[-. ])?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?!\d))(?:,{1,5}\*?\d{1,18}#){0,4}`,
  groups: PIECE + String.raw`\d{1,8}(?:[ .,'’\-\u00A0\u2007\u2009\u202F\u2010-\u2012]\d{1,8}){1,8}(?![\p{L}\d])`,
  code: PIECE + String.raw`[\p{L}\d]{1,60}(?:(?:[-_/]|\.(?=\d))[\p{L}\d]{1,60}){0,9}`,
};
const PIECES = new RegExp(
  Object.entries(kinds)
    .map(([name, form]) => `(?<${name}>${form})`)
    .join('|'),
  'gu',
);

/** Matches a list number, `3.` or `3)`. */
export const LIST_NUMBER = /^\d{1,3}[.)]\s{1,9}(?=\S)/;

/** The headers of a table, and the delimiter of the lines below. */
interface Table {
  readonly delimiter: RegExp;
  readonly headers: readonly string[];
}

const CELLS = /\t|(?<!\S)\|(?!\S)|^\||\|$/;
const delimiters = [CELLS, /;/, / {2,}/, /,(?=\S)/];

function readHeaders(line: string): Table | undefined {
  if (/\d{4}(?!\d*_)/.test(line)) return undefined;
  return delimiters
    .map((delimiter) => ({ delimiter, headers: line.split(delimiter) }))
    .find(({ delimiter, headers }) => headers.length > (delimiter === CELLS ? 1 : 2));
}

/** @returns everything in the mail, in order */
export function readMail(pasted: string): Mail {
  const candidates: Candidate[] = [];
  const words: string[] = [];
  let heading = '';
  let wasListed = false;
  let table: Table | undefined;
  // In a record of the service's answer, the fields belong to the id that came first.
  let hasRecordId = false;
  for (const rawLine of joinLines(decodeMail(pasted)).split('\n')) {
    const line = rawLine
      .replace(/^(?:[ \t]{0,9}>){1,20}/, '')
      .trim()
      .replace(LIST_NUMBER, '');
    if (!/[\p{L}\d]/u.test(line)) continue;
    const isListed = !/\p{L}/u.test(line);
    if (table && line.split(table.delimiter).length !== table.headers.length) table = undefined;
    const cells = line.split(table?.delimiter ?? CELLS);
    const readCells = cells.map((cell, index) =>
      readCell(cell, table?.headers[index] ?? (isListed && cells.length === 1 ? heading : ''), isListed),
    );
    for (const { candidates: cellCandidates, words: cellWords } of readCells) {
      words.push(...cellWords);
      for (const candidate of cellCandidates) {
        const isOfRecord = candidate.isRecordId && candidate.field === 'a552213_record_id' && hasRecordId;
        if (/^id$|object_id$/.test(candidate.field ?? '')) hasRecordId = true;
        else if (candidate.isRecordId) hasRecordId = false;
        candidates.push(isOfRecord ? { ...candidate, reason: 'sameRecord' } : candidate);
      }
    }
    if (isListed) {
      wasListed = true;
      continue;
    }
    // A heading such as “Invoice numbers:”, or one word between numbers.
    const isHeading =
      /^(?:\S+ ){0,2}\S*(?::|nummern?|numbers?|nr\.?|no\.?)$/i.test(line) || (wasListed && /^\S+$/.test(line));
    heading = isHeading ? line : '';
    wasListed = false;
    table ??= readHeaders(line);
  }
  return { candidates, words };
}

/** What the text indicates about the numbers that follow. */
interface Context {
  readonly label?: Reason | undefined;
  /** The name before a value in JSON or in a link's query. */
  readonly field?: string | undefined;
}

const FIELD = /["']([\w.-]{1,60})["']\s{0,9}:\s{0,9}\[?\s{0,9}["']?$|([\w.-]{1,60})=["']?$/;
const FIELD_HEAD = /^\s{0,9}"?\w{1,60}_\w{1,60}"?\s{0,9}$/;
const ID_FIELD =
  /^(?:ids?|(?:sys_|hs_)?object_?ids?|(?:a552213_)?record_?ids?|records?|time_?logs?(?:_?ids?)?|entry|entries)$/i;
/** Matches the separators of a list, whose members all have the context of the first. */
const BETWEEN = /^[\s,;/&+"'“”„«»‘’#[\]-]*(?:and|or|und|oder|et|ou|en|of|t\/m)?[\s"'“”„«»‘’#[\]-]*$/i;
/** The time of `BETWEEN` grows with the square of the length, so longer texts are not tried. */
const MAX_BETWEEN = 200;

function readContext(before: string, header: string, previousContext: Context | undefined): Context {
  if (previousContext && before.length <= MAX_BETWEEN && BETWEEN.test(before)) return previousContext;
  const precedingText = before.slice(-100);
  const [, quoted, plain] = FIELD.exec(precedingText) ?? [];
  const field = quoted ?? plain ?? (FIELD_HEAD.test(header) ? header.replaceAll(/[\s"]/g, '') : undefined);
  if (field !== undefined) return { field, label: ID_FIELD.test(field) ? undefined : 'field' };
  return { label: readLabel(`${header} ${precedingText}`) };
}

function readCell(cell: string, header: string, isListed: boolean): { candidates: Candidate[]; words: string[] } {
  if (!/\d/.test(cell)) return { candidates: [], words: toWords(cell) };
  const candidates: Candidate[] = [];
  const words: string[] = [];
  let previousContext: Context | undefined;
  let end = 0;
  for (const match of cell.matchAll(PIECES)) {
    const [text] = match;
    if (!/\d/.test(text)) continue;
    const kind = Object.keys(kinds).find((name) => match.groups?.[name] !== undefined);
    const before = cell.slice(end, match.index);
    const context = readContext(before, header, previousContext);
    const numbers = readPiece(
      kind,
      text,
      cell.startsWith('#', match.index + text.length) ? { label: 'phone' } : context,
    );
    if (numbers.length === 0) continue;
    words.push(...toWords(before));
    candidates.push(...numbers.map((number) => ({ ...number, field: context.field, isListed })));
    previousContext = kind === 'phone' ? { label: 'phone' } : context;
    end = match.index + text.length;
  }
  return { candidates, words: [...words, ...toWords(cell.slice(end))] };
}

type Piece = Omit<Candidate, 'isListed'>;
const SHORTEST_PHONE = 7;

function readPiece(kind: string | undefined, text: string, { label }: Context): readonly Piece[] {
  if (kind === 'recordId') return [{ text, id: text, isRecordId: true }];
  if (kind === 'link') return readLink(text);
  if (kind === 'address') return [];
  if (kind === 'bank' || kind === 'moment' || kind === 'amount') return [toNumberPiece(text, kind)];
  if (kind === 'phone' && text.replaceAll(/\D/g, '').length >= SHORTEST_PHONE) return [toNumberPiece(text, kind)];
  return kind === 'code' ? readCode(text, label) : [readGroups(text, label)];
}

function toNumberPiece(text: string, reason: Reason | undefined): Piece {
  return { text, id: text.replaceAll(/\D/g, ''), isRecordId: false, reason };
}

/** Matches thousands separated by non-breaking characters, or a number that was split by a line break. */
const ONE_NUMBER = /^\d{1,3}(?:[\u00A0\u2007\u2009\u202F\u2010-\u2012]\d{3}){2,5}$|^\d{1,8}\u2010\d{1,8}$/;

function readGroups(text: string, label: Reason | undefined): Piece {
  const reason = label ?? (ONE_NUMBER.test(text) ? undefined : 'groups');
  return { ...toNumberPiece(text, reason), parts: text.match(/\d+/g) ?? [] };
}

/** Some mail programs write `_` and `-2D` in links that they wrap. */
const LINK_NUMBER =
  /((?:record|objects?)[/_]\d-(?:2D)?\d{1,12}[/_]|[?&;][\w.-]{1,40}=|\/(?:time-?logs?|records?|entries)\/)?(?<!\d)(\d{5,})/gi;

function readLink(link: string): Piece[] {
  return [...link.matchAll(LINK_NUMBER)].map(([, before = '', digits = '']) => {
    if (/[/_]0-/.test(before)) return toNumberPiece(digits, 'object');
    const isId = /[/_]$/.test(before) || ID_FIELD.test(before.slice(1, -1));
    return toNumberPiece(digits, isId ? undefined : 'link');
  });
}

/** Shorter codes are assumed to be room numbers, versions and the like. */
const SHORTEST_CODE = 5;

function readCode(text: string, label: Reason | undefined): Piece[] {
  if (/^\d{5,18}(?:\/\d{5,18})+$|^\d{9,18}-\d{9,18}$/.test(text))
    return text.split(/[/-]/).map((digits) => toNumberPiece(digits, label));
  // A list number may precede it without a space, and a spreadsheet's number may end with decimal zeros.
  const [, digits] = /^(?:id|nr|no|log|\d{1,3}\.(?=\d{9}))?(\d+)(?:\.0{1,2})?$/i.exec(text) ?? [];
  if (digits !== undefined) return [toNumberPiece(digits, label)];
  const [longest = ''] = (text.match(/\d+/g) ?? []).toSorted((one, other) => other.length - one.length);
  const isProperty = /^[a-z]\d+_[a-z]/i.test(text);
  if (isProperty || text.replaceAll(/\D/g, '').length < SHORTEST_CODE) return [];
  return [{ text, id: longest, isRecordId: false, reason: label ?? 'reference' }];
}

const ID_LABEL = /(?<![\p{L}\d])(?:(?:sys_object|a552213_record|object|record)[ _-]?)?ids?[\s:=#"']{0,9}$/iu;

/** Joins adjacent words into one text. */
function toWords(text: string): string[] {
  const words = text
    .replace(ID_LABEL, '')
    .split(/[\s,;|]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length === 0 ? [] : [words.join(' ')];
}

const names = ['phone', 'bank', 'tax', 'object', 'reference'] as const;
type Label = (typeof names)[number];

/** Full words and beginnings of words for each label. */
const words: Readonly<Record<Label, readonly [whole: string, beginnings: string]>> = {
  phone: [
    'phone call cell dial direct ext fax gsm handy mobile mobiel mob mobil office port portable poste sms tel tél whatsapp',
    'durchwahl fax rufnummer telef téléph teleph',
  ],
  bank: ['bic blz card carte iban', 'account bank compte karte konto rekening'],
  tax: ['btw bsn duns ein hrb kvk rcs siren siret ssn tax tin tva ust vat', 'steuer umsatzst ustid'],
  object: [
    'affaire deal deals hub portal user',
    'bedrij besitzer compan contact eigenaar eigentümer entreprise firma kontakt opportunit owner proje propriétaire société ticket unternehmen',
  ],
  reference: [
    'access case epoch inv kd pin passcode po ref réf rum trace zaak zoom',
    'aktenzeichen angebot auftrag bestell bestätig bevestig boeking booking buchung besprechung campagn campaign client colis commande conferen confirm contract contrat customer devis dossier employee factu invoice kampagne kenmerk kennung klant konferenz kund lieferschein mandat matricule meeting member offerte order paket pakket parcel police policy polis purchase quote rechnung referen référen relatie reservation réservation reservering réunion sendung serial shipment suivi telefonkonferenz timestamp tracking vergader vertrag vorgang workflow zeitstempel zending',
  ],
};
const joinAlternatives = (list: string) => list.replaceAll(' ', '|');
const wholeWord = joinAlternatives(
  Object.values(words)
    .map(([whole]) => whole)
    .join(' '),
);
const labels = names.map((label) => ({
  label,
  form: new RegExp(
    `^(?:(?:${joinAlternatives(words[label][0])})(?!\\p{L})|${joinAlternatives(words[label][1])})`,
    'iu',
  ),
}));
/** Compounds that end with a word for number, except those that mean records. */
const NUMBERED = /^x-|^(?!datensatz|eintrag|log|objekt|record|registratie|uren|zeit)\p{L}{3,}-?(?:nummern?|nr)$/iu;
/** Words between a number and the word that classifies it. */
const FILLER = /^(?:no|nr|n|num|numéro|numero|numbers?|nummern?|ids?|is|are|lautet|est|code|me)$/i;
const ABBREVIATION = new RegExp(`nr$|-no$|${FILLER.source}|^(?:${wholeWord})$`, 'i');
const MAX_FILLERS = 3;

/** Classifies a number by the words before it, in English, German, French and Dutch. @param before the text before a number in its line */
function readLabel(before: string): Label | undefined {
  const tokens = before.slice(-80).match(/\p{L}+(?:-\p{L}+)*|[.,;!?]/gu) ?? [];
  let fillers = 0;
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const token = tokens[index] ?? '';
    if (token === '.' && ABBREVIATION.test(tokens[index - 1] ?? '')) continue;
    if (FILLER.test(token) && fillers < MAX_FILLERS) fillers += 1;
    else return labels.find(({ form }) => form.test(token))?.label ?? (NUMBERED.test(token) ? 'reference' : undefined);
  }
  return undefined;
}
