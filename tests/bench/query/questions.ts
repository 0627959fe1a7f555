/** The questions of the bench, once as data: every contestant answers them in its own way, and the answers must agree. */

/** Rows of keys and numbers as text; decimals plain. What is unset is the empty text, an empty sum is 0. */
export type AnswerRows = readonly (readonly string[])[];

export const questionNames = [
  'month × 4 sums, filtered',
  'top 20 of services',
  'owner × week pivot',
  'filtered count',
  'page at half depth, by id',
  'page at half depth, newest changes first',
  'text contains, count',
] as const;
export type QuestionName = (typeof questionNames)[number];

const P = 'a552213_';
export const MINUTES = `${P}total_minutes`;
export const sums = [MINUTES, `${P}billable_minutes`, `${P}billable_amount`, `${P}cost_amount`] as const;
export const MONTH = `${P}month_year`;
export const WEEK = `${P}week_year`;
export const SERVICE = `${P}service_name`;
export const VALUE = `${P}billable_amount`;
export const OWNER = 'platform_owner_id';
export const MODIFIED = 'sys_lastmodifieddate';
export const ID = 'sys_object_id';
/** Of the first and the fourth question: entries of a working day and more. */
export const AT_LEAST_MINUTES = 480;
export const TOP = 20;
/** Rows of a page, and what a row shows. */
export const PAGE = 200;
export const pageColumns = [ID, `${P}title`, SERVICE, OWNER, MINUTES, VALUE, MODIFIED] as const;
/** A word of many titles, small letters. */
export const WORD = 'review';
/** Where free text is looked for, as the app does. */
export const textColumns = [`${P}title`, `${P}description`, `${P}category_text`, SERVICE, `${P}record_id`] as const;

export const contestants = ['snapshot', 'sqlite', 'arrays'] as const;
export type Contestant = (typeof contestants)[number];

export interface Job {
  readonly contestant: Contestant;
  readonly folder: string;
  readonly records: number;
  readonly rounds: number;
}

export interface Outcome {
  /** Until the first question could be asked. */
  readonly openMilliseconds: number;
  readonly rssBytes: number;
  readonly questions: Readonly<
    Record<QuestionName, { readonly milliseconds: readonly number[]; readonly rows: AnswerRows }>
  >;
}

/** @param reset undoes what a contestant would otherwise simply remember; not timed. */
export interface Contender {
  readonly answers: Readonly<Record<QuestionName, () => AnswerRows | Promise<AnswerRows>>>;
  reset?(): void;
  close(): Promise<void>;
}
