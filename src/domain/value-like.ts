/** Recognises texts that a spreadsheet would convert when it opens a CSV: numbers, dates, times, truth values, errors. Pure. */

/** Locales whose spreadsheets have their own names of months and days. */
const locales =
  'en de fr es it pt nl sv da nb fi pl cs sk hu ro bg hr sr sl et lv lt el tr ru uk he ar fa hi id ms vi th zh ja ko'.split(
    ' ',
  );

/** Marks after digits: exponents, halves of a day, marks of ISO times, and the parts of dates in Chinese, Japanese and Korean. */
const marks: ReadonlySet<string> = new Set([
  'e',
  'a',
  'p',
  'am',
  'pm',
  't',
  'z',
  '年',
  '月',
  '日',
  '时',
  '時',
  '分',
  '秒',
  '년',
  '월',
  '일',
]);

/** The words for true and false in spreadsheets of different languages. */
const truthWords: ReadonlySet<string> = new Set(
  (
    'true false wahr falsch vrai faux verdadero falso vero verdadeiro waar onwaar sant sann falskt sandt falsk usann tosi epätosi prawda ' +
    'fałsz pravda nepravda igaz hamis adevărat fals истина ложь doğru yanliş αληθής ψευδής'
  ).split(' '),
);

/** Plain integers are not changed by spreadsheets if they have no leading zero and are short enough to be shown with all digits. */
const PLAIN = /^(0|[1-9]\d{0,10})$/;
/** Matches digits, and the characters that may be between and around them in numbers, dates and amounts. */
const VALUE = /^(?=.*\p{Nd})[\p{Nd}\p{L}\p{M}\p{Sc}\p{Zs}\t\r\n.,:;'’·/\\()+\-−%‰_]+$/su;
const WORDS = /[\p{L}\p{M}]+/gu;
const ERROR = /^#(N\/A|NV|N\/D|[\p{L}/0]+[!?])$/iu;
/** Longer texts are not numbers, dates or errors in any spreadsheet. */
const LONGEST = 512;
const LONGEST_WORD = 20;

/** Returns whether a spreadsheet may change the text: `0042`, `5E10`, `12-11`, `1,234.50`, `TRUE`. */
export function isValueLike(text: string): boolean {
  if (text.length > LONGEST || PLAIN.test(text)) return false;
  const trimmed = text.trim();
  // Record IDs contain a double dash, which no number and no date has.
  if (/[^\s-]\s+--\s+[^\s-]/.test(trimmed)) return false;
  if (VALUE.test(trimmed)) {
    const words = trimmed.toLowerCase().match(WORDS) ?? [];
    return words.every(
      (word, index) =>
        word.length <= LONGEST_WORD &&
        (readAllDateWords().has(word) || (marks.has(word) && (index > 0 || !trimmed.toLowerCase().startsWith(word)))),
    );
  }
  return trimmed.length <= LONGEST_WORD && (truthWords.has(trimmed.toLowerCase()) || ERROR.test(trimmed));
}

const dateWords = new Set<string>();
/** Locales whose words have not been read yet. */
const unread = [...locales];

function readAllDateWords(): ReadonlySet<string> {
  while (unread.length > 0) readNextLocale();
  return dateWords;
}

function readNextLocale(): void {
  const locale = unread.pop();
  if (locale !== undefined) for (const word of readDateWords(locale)) dateWords.add(word);
}

/** Reads the words of one locale at a time, because all of them take a tenth of a second, and other work can run in between. */
export async function prepareDateWords(pause: () => Promise<unknown>): Promise<void> {
  while (unread.length > 0) {
    readNextLocale();
    await pause();
  }
}

/** Lists every word that a written date may have in this language, both inflected beside a day and alone. */
function readDateWords(locale: string): string[] {
  const patterns = (['long', 'short'] as const).flatMap((style) =>
    [{ month: style }, { month: style, day: 'numeric' as const }, { weekday: style }].map(
      (parts) => new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC', calendar: 'gregory' }),
    ),
  );
  const days = [
    ...Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15)),
    ...Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 10, day + 1)),
  ];
  const words = days.flatMap((day) =>
    patterns.flatMap((pattern) => pattern.format(day).toLowerCase().match(WORDS) ?? []),
  );
  // A single letter may be an initial.
  return words.filter((word) => word.length > 1);
}
