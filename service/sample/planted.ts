/** Plants cases for the checks among the firm's entries (docs/sample.md lists them). */
import type { WireValue } from '../upstream/upstream.ts';
import type { Random } from '../random.ts';
import { toDay, HOUR, MINUTE, getWeekStart, getMonthStart, getYear, DAY } from './calendar.ts';
import { formatCents, calculatePrice } from './decimals.ts';
import { getRate, type Draft } from './work.ts';
import { chooseBlank } from './fields.ts';
import type { Window } from './people.ts';

type Replaced = Readonly<Record<string, WireValue>>;

interface Change {
  readonly name: string;
  readonly count: number;
  /** False if the case makes an amount or a number unset or unreadable. */
  readonly readable: boolean;
  change(draft: Draft, index: number): Partial<Draft>;
}

function replace(
  name: string,
  count: number,
  readable: boolean,
  replaced: (draft: Draft, index: number) => Replaced,
): Change {
  return { name, count, readable, change: (draft, index) => ({ replaced: replaced(draft, index) }) };
}

function pick<T>(items: readonly T[], index: number): T | undefined {
  return items[index % items.length];
}

function calculateAmounts(draft: Draft): { amount: number; cost: number } {
  return {
    amount: calculatePrice(draft.billableMinutes, draft.rate),
    cost: calculatePrice(draft.minutes, draft.costRate),
  };
}

function unset(bits: number, ...names: readonly string[]): Replaced {
  return Object.fromEntries(names.map((name) => [`a552213_${name}`, chooseBlank(bits)]));
}

const FLAT_FEE = 150_000;

const unreadable: readonly Replaced[] = [
  { a552213_billable_rate: 'n/a' },
  { a552213_cost_rate: 'see contract' },
  { a552213_billable_amount: '1.234,50' },
  { a552213_total_minutes: 'two hours' },
  { a552213_last_end_date: 'soon' },
  { a552213_week_year: '2026-02-30' },
  { a552213_toggle: 'maybe' },
  { a552213_num_sessions: '3 or 4' },
];

const awkwardTitles: readonly string[] = [
  '=HYPERLINK("https://example.test","open")',
  '+49 89 5550123 call back',
  '-3 % discount, agreed by phone',
  '@all: agenda for Monday',
  'Two lines,\nwith "quotes"; and a semicolon',
  '資料レビュー · حساب · naïve façade',
];

const changes: readonly Change[] = [
  replace('billable-without-rate', 9, false, ({ bits }) =>
    unset(bits, 'billable_rate', 'billable_amount', 'billable_amount_auto', 'margin_amount', 'margin_amount_auto'),
  ),
  replace('cost-unknown', 12, false, ({ bits }) =>
    unset(bits, 'cost_rate', 'cost_amount', 'cost_amount_auto', 'margin_amount', 'margin_amount_auto'),
  ),
  replace('no-client', 5, true, ({ bits }) => unset(bits, 'assoc_obj_type', 'assoc_record_id')),
  replace('no-owner', 4, true, ({ bits }) => ({ platform_owner_id: chooseBlank(bits) })),
  replace('no-category', 6, true, ({ bits }) => unset(bits, 'category_text')),
  replace('twin-differs', 6, true, (draft) => ({
    a552213_billable_amount_auto: formatCents(calculateAmounts(draft).amount + 1_250),
  })),
  replace('amount-differs', 5, true, (draft) => {
    const margin = formatCents(FLAT_FEE - calculateAmounts(draft).cost);
    return {
      a552213_billable_amount: formatCents(FLAT_FEE),
      a552213_billable_amount_auto: formatCents(FLAT_FEE),
      a552213_margin_amount: margin,
      a552213_margin_amount_auto: margin,
    };
  }),
  replace('margin-differs', 3, true, (draft) => {
    const margin = formatCents(calculateAmounts(draft).amount - calculateAmounts(draft).cost - 1_000);
    return { a552213_margin_amount: margin, a552213_margin_amount_auto: margin };
  }),
  replace('end-before-start', 2, true, ({ first }) => {
    const end = new Date(first.start - 2 * HOUR).toISOString();
    return { a552213_first_end_date: end, a552213_last_end_date: end };
  }),
  replace('toggle-on', 4, true, ({ bits }) => ({
    a552213_toggle: 'true',
    a552213_last_end_date: chooseBlank(bits),
  })),
  replace('no-month', 1, true, () => ({ a552213_month_year: null, a552213_week_year: null })),
  replace('no-minutes', 1, true, () => ({ a552213_total_minutes: null })),
  replace('awkward-text', awkwardTitles.length, true, (_, index) => ({
    a552213_title: pick(awkwardTitles, index),
  })),
  replace('long-decimals', 3, false, () => ({ a552213_total_decades: '0.00002281542' })),
  replace('unreadable', unreadable.length, false, (_, index) => pick(unreadable, index) ?? {}),
  {
    name: 'billable-over-total',
    count: 2,
    readable: true,
    change: (draft) => ({ billableMinutes: draft.minutes + 60 }),
  },
];

/** A case that adds entries modelled on a regular one. */
interface Addition {
  readonly name: string;
  readonly count: number;
  /** True if the regular entry belongs to the case, too. */
  readonly pair: boolean;
  make(model: Draft, index: number, window: Window): Partial<Draft>;
}

function startAt(start: number, minutes: number): Pick<Draft, 'first' | 'last' | 'createdAt' | 'updatedAt'> {
  const session = { start, end: start + minutes * MINUTE };
  const createdAt = session.end + 7 * MINUTE;
  return { first: session, last: session, createdAt, updatedAt: createdAt + 300 };
}

/** Finds the Saturday before an entry, because Saturdays are free of regular work. */
function findSaturdayBefore(draft: Draft): number {
  return (getWeekStart(toDay(draft.first.start)) - 2) * DAY;
}

/** Finds 23:05 UTC on the last day of a month, which is in the next month in time zones further east. */
function findLastEvening(index: number, window: Window): number {
  return (getMonthStart(window.to - 1, -index) - 1) * DAY + 23 * HOUR + 5 * MINUTE;
}

const additions: readonly Addition[] = [
  {
    name: 'duplicate',
    count: 5,
    pair: true,
    make: (model) => ({ createdAt: model.createdAt + 20 * MINUTE, updatedAt: model.createdAt + 20 * MINUTE + 300 }),
  },
  {
    name: 'overlap',
    count: 6,
    pair: true,
    make: (model) => ({
      ...startAt(model.first.start + 20 * MINUTE, model.minutes),
      title: 'Call with client, open points',
    }),
  },
  {
    name: 'twenty-four-hours',
    count: 1,
    pair: false,
    make: (model) => ({
      ...startAt(findSaturdayBefore(model) + 18, 1440),
      minutes: 1440,
      billableMinutes: 1440,
      title: 'Cut-over, on call',
    }),
  },
  {
    name: 'hours-are-minutes',
    count: 1,
    pair: false,
    make: (model) => ({
      ...startAt(findSaturdayBefore(model) + 8 * HOUR, 480),
      minutes: 480,
      billableMinutes: 480,
      replaced: { a552213_total_hours: '480' },
    }),
  },
  {
    name: 'correction',
    count: 1,
    pair: false,
    make: (model) => ({
      ...startAt(findSaturdayBefore(model) + 9 * HOUR, 0),
      minutes: -210,
      billableMinutes: -210,
      title: 'Correction: hours booked twice',
    }),
  },
  {
    name: 'late-evening',
    count: 6,
    pair: false,
    make: (_, index, window) => ({ ...startAt(findLastEvening(index, window), 45), minutes: 45, billableMinutes: 45 }),
  },
];

const LATE_ENTRIES = 25;
const RECENT_DAYS = 75;

/** Changes regular entries of the last weeks and adds others. @param readableOnly omits cases with unset or unreadable amounts and rates. */
export function plant(drafts: Draft[], window: Window, random: Random, readableOnly: boolean): void {
  const recentStart = (window.to - RECENT_DAYS) * DAY;
  const regularDrafts = drafts.filter((draft) => draft.sessions === 1 && !draft.splitWeek && !draft.splitMonth);
  const models = regularDrafts.filter((draft) => isModel(draft) && draft.first.start >= recentStart);
  const takeRecentModel = () => takeModel(models, random);
  for (const change of changes) {
    if (readableOnly && !change.readable) continue;
    for (let index = 0; index < change.count; index += 1) {
      const draft = takeRecentModel();
      if (draft) Object.assign(draft, change.change(draft, index), { planted: change.name });
    }
  }
  for (const addition of additions) {
    for (let index = 0; index < addition.count; index += 1) {
      const model = takeRecentModel();
      if (model) drafts.push(createAddition(model, addition, index, window, random));
    }
  }
  const oldEnd = (window.to - RECENT_DAYS - 30) * DAY;
  makeLate(
    regularDrafts.filter((draft) => isModel(draft) && draft.first.start < oldEnd),
    random,
  );
}

function isModel(draft: Draft): boolean {
  return draft.client !== undefined && draft.billableMinutes >= 60 && draft.billableMinutes === draft.minutes;
}

function takeModel(models: Draft[], random: Random): Draft | undefined {
  if (models.length === 0) return undefined;
  return models.splice(random.between(0, models.length - 1), 1)[0];
}

function createAddition(model: Draft, addition: Addition, index: number, window: Window, random: Random): Draft {
  if (addition.pair) model.planted = addition.name;
  const draft = { ...model, ...addition.make(model, index, window), planted: addition.name, bits: random.bits() };
  return { ...draft, rate: getRate(draft.person, toDay(draft.first.start), getYear(window.from)) };
}

/** Dates some entries weeks after the work, in months long past. */
function makeLate(candidates: Draft[], random: Random): void {
  for (let count = 0; count < LATE_ENTRIES; count += 1) {
    const draft = takeModel(candidates, random);
    if (!draft) return;
    draft.planted = 'late-entry';
    draft.createdAt = draft.last.end + random.between(15, 60) * DAY;
    draft.updatedAt = draft.createdAt + 300;
  }
}
