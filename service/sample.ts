/** Creates a deterministic, believable consulting firm for the sample workspace and the tests (docs/sample.md). */
import { formatDate, HOUR, MINUTE, getMonthStart, parseDate, DAY } from './sample/calendar.ts';
import { createClientele, type Clientele } from './sample/clients.ts';
import { createWork, type Draft } from './sample/work.ts';
import { toRecord } from './sample/fields.ts';
import { createPeople, type Person, type Window } from './sample/people.ts';
import { plant } from './sample/planted.ts';
import { Random } from './random.ts';
import type { WorldRecord } from './upstream/world.ts';

interface SampleOptions {
  readonly seed: number;
  /** `YYYY-MM-DD`. The sample ends the day before, so nothing in it is in the future. */
  readonly asOf: string;
  /** The exact number of live records, all with readable amounts and rates. By default it is the number that the firm logs. */
  readonly records?: number;
  /** The number of calendar months, including the current one; 24 by default. */
  readonly months?: number;
}

interface OwnerName {
  readonly name: string;
  readonly team: string;
  readonly weeklyHours: string;
  readonly activeFrom?: string;
  readonly activeTo?: string;
}

export interface Sample {
  /** Ascending by id and by creation, including archived ones. */
  readonly records: readonly WorldRecord[];
  readonly names: {
    readonly owners: Readonly<Record<string, OwnerName>>;
    /** Names by `type:id`; the firm bills everything in one currency. */
    readonly objects: Readonly<
      Record<string, { readonly name: string; readonly client: string; readonly currency: string }>
    >;
  };
  readonly planted: Readonly<Record<string, readonly string[]>>;
}

const CURRENCY = 'EUR';
const MONTHS = 24;
/** A longer past gets a few extra days, because years differ; the surplus is thinned out. */
const SLACK = 1.04;
const ARCHIVED_SHARE = 0.0025;
/** Smaller samples hold regular entries only, because planted ones would outnumber them. */
const SMALLEST_WITH_PLANTED = 2_000;

/** @throws RangeError when `asOf` is not a date or `records` is not a whole number. */
export function createSample(options: SampleOptions): Sample {
  const { seed, asOf, records } = options;
  if (records !== undefined && (!Number.isSafeInteger(records) || records < 0))
    throw new RangeError(`Not a number of records: ${records}`);
  const random = new Random(seed, asOf);
  const { window, offices } = createFirm(options, random);
  const drafts = offices.flatMap((office) => office.drafts);
  if (records === undefined || records >= SMALLEST_WITH_PLANTED)
    plant(drafts, window, random.fork('planted'), records !== undefined);
  const entries = archiveSome(thinOut(drafts, records, random.fork('thin')), records, window, random.fork('archive'));
  return { ...assignIds(entries, random.fork('ids')), names: listNames(offices) };
}

interface Office {
  readonly people: readonly Person[];
  readonly clientele: Clientele;
  readonly drafts: Draft[];
}

interface Firm {
  readonly window: Window;
  readonly offices: readonly Office[];
}

/** Creates one firm. More records need copies of it and then a longer past, so that each firm's figures stay believable. */
function createFirm({ asOf, records = 0, months = MONTHS }: SampleOptions, random: Random): Firm {
  const to = parseDate(asOf);
  const createWindow = (count: number): Window => ({ from: getMonthStart(to - 1, 1 - count), to });
  const window = createWindow(months);
  const first = createOffice(0, window, random);
  const share = (records + countArchived(records)) / Math.max(1, first.drafts.length);
  if (share <= 1) return { window, offices: [first] };
  const copies = Math.floor(share);
  const longerWindow = createWindow(Math.ceil((months * share * SLACK) / copies));
  return {
    window: longerWindow,
    offices: Array.from({ length: copies }, (_, number) => createOffice(number, longerWindow, random)),
  };
}

function createOffice(number: number, window: Window, random: Random): Office {
  const stream = random.fork(`office ${number}`);
  const people = createPeople(number, window, stream.fork('people'));
  const clientele = createClientele(number, window, people, stream.fork('clients'));
  return { people, clientele, drafts: createWork(people, clientele, window, stream.fork('work')) };
}

function countArchived(live: number): number {
  return live === 0 ? 0 : Math.max(1, Math.round(live * ARCHIVED_SHARE));
}

/** Keeps the exact number of entries, evenly over time and people. Planted ones always stay. */
function thinOut(drafts: readonly Draft[], records: number | undefined, random: Random): Draft[] {
  if (records === undefined) return [...drafts];
  let needed = records + countArchived(records) - drafts.filter((draft) => draft.planted).length;
  let candidates = drafts.filter((draft) => !draft.planted).length;
  return drafts.filter((draft) => {
    if (draft.planted) return true;
    const isKept = random.fraction() * candidates < needed;
    candidates -= 1;
    if (isKept) needed -= 1;
    return isKept;
  });
}

function archiveSome(drafts: Draft[], records: number | undefined, window: Window, random: Random): Draft[] {
  const regular = drafts.filter((draft) => !draft.planted);
  const count = Math.min(countArchived(records ?? drafts.length), regular.length);
  for (let position = 0; position < count; position += 1) {
    const index = random.between(position, regular.length - 1);
    const draft = regular[index];
    const other = regular[position];
    if (!draft || !other) continue;
    regular[index] = other;
    draft.archivedAt = Math.min(window.to * DAY - MINUTE, draft.updatedAt + random.between(1, 400) * HOUR);
  }
  return drafts;
}

/** Assigns ids that grow with creation, with gaps. They gain a digit on the way, so that only a comparison as integers sorts them correctly. */
function assignIds(drafts: Draft[], random: Random): Pick<Sample, 'records' | 'planted'> {
  const planted: Record<string, string[]> = {};
  let id = 10_000_000_000 - Math.floor(drafts.length * 0.3) * 500;
  let createdBefore = 0;
  const records = drafts
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map((draft) => {
      id += random.between(1, 999);
      draft.createdAt = Math.max(draft.createdAt, createdBefore + 1);
      draft.updatedAt = Math.max(draft.updatedAt, draft.createdAt);
      createdBefore = draft.createdAt;
      if (draft.planted) (planted[draft.planted] ??= []).push(String(id));
      return toRecord(draft, id);
    });
  return { records, planted };
}

function listNames(offices: readonly Office[]): Sample['names'] {
  const people = offices.flatMap((office) => office.people);
  const objects = offices.flatMap(({ clientele }) => [
    ...clientele.clients.flatMap((client) => client.objects),
    ...clientele.internal,
  ]);
  return {
    owners: Object.fromEntries(people.map((person) => [person.id, toOwnerName(person)])),
    objects: Object.fromEntries(
      objects.map(({ type, id, name, client }) => [`${type}:${id}`, { name, client, currency: CURRENCY }]),
    ),
  };
}

function toOwnerName({ name, team, weeklyHours, activeFrom, activeTo }: Person): OwnerName {
  return {
    name,
    team,
    weeklyHours: String(weeklyHours),
    ...(activeFrom === undefined ? {} : { activeFrom: formatDate(activeFrom) }),
    ...(activeTo === undefined ? {} : { activeTo: formatDate(activeTo) }),
  };
}
