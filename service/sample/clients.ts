/** Creates the firm's forty clients and the three hundred objects on which it logs time. */
import type { Random } from '../random.ts';
import type { DayNumber } from './calendar.ts';
import { teams, type Person, type Window } from './people.ts';
import { internalEntries, services, type Service } from './services.ts';

type ObjectType =
  'company' | 'deal' | 'project' | 'ticket' | 'service' | 'appointment' | 'course' | 'listing' | 'contact' | 'other';

export interface FirmObject {
  readonly type: ObjectType;
  readonly id: string;
  readonly name: string;
  readonly client: string;
  /** Undefined for internal work. */
  readonly service: Service | undefined;
  readonly from: DayNumber;
  readonly to: DayNumber;
}

export interface Client {
  readonly name: string;
  /** The share of the firm's value, in arbitrary units. */
  readonly weight: number;
  /** The target margin as a share of value, over the client's entire time. */
  readonly marginTarget: number;
  readonly from: DayNumber;
  readonly to: DayNumber;
  readonly objects: readonly FirmObject[];
  readonly staff: ReadonlySet<Person>;
}

const INTERNAL = 'Northwind Advisory (internal)';

type Terms = readonly [name: string, weight: number, marginPercent: number];

/** The first five clients bring half of the value. */
const terms: readonly Terms[] = [
  ['Brightwater GmbH', 12.2, 47],
  ['Hafen Logistik', 10, 42],
  ['Elm & Partners', 8.4, 53],
  ['Copperfield', 7, 36],
  ['Ostsee Tourism', 6.2, 49],
  ['Marlow Instruments', 3.4, 55],
  ['Kestrel Pharma', 3.2, 62],
  ['Alpenblick Hotels', 3, 44],
  ['Vantage Retail', 2.8, 51],
  ['Stadtwerke Lindau', 2.6, -12],
  ['Nordkap Shipping', 2.3, 40],
  ['Halden Robotics', 2.1, 56],
  ['Meridian Foods', 2, 33],
  ['Quarry Hill Estates', 1.9, 48],
  ['Sonnental Klinik', 1.8, 52],
  ['Tarn Energy', 1.7, 28],
  ['Falk & Sohn', 1.6, 46],
  ['Bluebell Nurseries', 1.5, 54],
  ['Corvus Media', 1.45, 38],
  ['Rheintal Maschinen', 1.4, 50],
  ['Pinewood School Trust', 1.3, 15],
  ['Lumen Optik', 1.25, 57],
  ['Ashdown Brewery', 1.2, 43],
  ['Delta Polymers', 1.15, 35],
  ['Gletscher Outdoor', 1.1, 52],
  ['Ferry Lane Housing', 1.05, 24],
  ['Osprey Aviation', 1, 49],
  ['Weidenhof Agrar', 0.95, 41],
  ['Silverline Insurance', 0.9, 56],
  ['Tidewater Marine', 0.85, 45],
  ['Café Amsel', 0.8, 8],
  ['Bergmann Textil', 0.78, 37],
  ['Northgate Dental', 0.75, 53],
  ['Orchard Software', 0.72, 55],
  ['Pelikan Verlag', 0.7, 30],
  ['Ridgeway Transport', 0.66, 47],
  ['Steinbach Bau', 0.62, -4],
  ['Thistle Distillers', 0.6, 44],
  ['Ufer Galerie', 0.58, 20],
  ['Zenith Solar', 0.55, 50],
];

const NEW_CLIENT = 'Marlow Instruments';
const FORMER_CLIENT = 'Vantage Retail';

const types: readonly ObjectType[] = [
  'project',
  'deal',
  'project',
  'ticket',
  'project',
  'deal',
  'service',
  'ticket',
  'project',
  'appointment',
  'deal',
  'course',
  'contact',
  'listing',
  'other',
];

/** Gives clients 14, 9, 6 or 4 objects by rank, 290 in all; ten internal ones are added. */
function countObjects(rank: number): number {
  if (rank < 5) return 14;
  if (rank < 15) return 9;
  return rank < 30 ? 6 : 4;
}

export interface Clientele {
  readonly clients: readonly Client[];
  readonly internal: readonly FirmObject[];
}

/** @param office changes the ids of the objects; all offices have the same clients. */
export function createClientele(office: number, window: Window, people: readonly Person[], random: Random): Clientele {
  let serial = 0;
  const nextId = () => {
    serial += 1;
    return String(17_304_411_000 + office * 4_000_037 + serial * 12_983);
  };
  const unlimitedSpan = { from: window.from - 3650, to: window.to + 3650 };
  const clients = terms.map(([name, weight, marginPercent], rank) => {
    const span = createSpan(name, window);
    const staff = drawStaff(rank, marginPercent, people, random);
    const offered = services.filter((service) => [...staff].some((person) => person.team === service.team));
    const company = {
      type: 'company' as const,
      id: nextId(),
      name,
      client: name,
      service: random.pick(offered),
      ...unlimitedSpan,
    };
    const furtherObjects = Array.from({ length: countObjects(rank) - 1 }, (_, index) => {
      const type = types[(index + rank) % types.length] ?? 'project';
      const service = random.pick(offered);
      return {
        type,
        id: nextId(),
        ...nameObject(type, service, name, index),
        service,
        ...drawSpan(type, window, random),
      };
    });
    return { name, weight, marginTarget: marginPercent / 100, ...span, objects: [company, ...furtherObjects], staff };
  });
  const internal = internalEntries.map((entry) => {
    return {
      type: 'project' as const,
      id: nextId(),
      name: entry.object,
      client: INTERNAL,
      service: undefined,
      ...unlimitedSpan,
    };
  });
  return { clients, internal };
}

function createSpan(name: string, window: Window): { from: DayNumber; to: DayNumber } {
  const days = window.to - window.from;
  return {
    from: name === NEW_CLIENT ? window.from + Math.floor(days * 0.55) : window.from - 3650,
    to: name === FORMER_CLIENT ? window.from + Math.floor(days * 0.62) : window.to + 3650,
  };
}

function nameObject(
  type: ObjectType,
  service: Service,
  client: string,
  index: number,
): { name: string; client: string } {
  const names: Readonly<Record<ObjectType, string>> = {
    company: client,
    contact: `Accounts contact ${index}`,
    deal: `${service.undertaking}, extension ${index}`,
    ticket: `Query ${100 + index * 7}: ${service.name}`,
    appointment: `Review day ${index}`,
    course: `Training: ${service.name}`,
    listing: `Tender ${index}`,
    service: `${service.name}, retainer`,
    project: `${service.undertaking} ${index}`,
    other: `Miscellaneous ${index}`,
  };
  return { name: type === 'company' ? client : `${client}: ${names[type]}`, client };
}

/** Draws a span: projects and deals last months, tickets weeks; some began before the sample and some outlast it. */
function drawSpan(type: ObjectType, window: Window, random: Random): { from: DayNumber; to: DayNumber } {
  const length = type === 'ticket' || type === 'appointment' ? random.between(40, 120) : random.between(120, 500);
  const from = random.between(window.from - Math.floor(length / 2), window.to - 45);
  return { from, to: from + length };
}

/** Draws the client's staff: the best margins come from juniors who bill nearly everything, the worst from seniors who cannot. */
function drawStaff(
  rank: number,
  marginPercent: number,
  people: readonly Person[],
  random: Random,
): ReadonlySet<Person> {
  const size = rank < 5 ? 11 : rank < 15 ? 7 : 5;
  const team = teams[rank % teams.length];
  const second = teams[(rank + 1 + Math.floor(rank / teams.length)) % teams.length];
  const weighPerson = (person: Person) => {
    const teamWeight = person.team === team ? 6 : person.team === second ? 3 : 0.4;
    const weightsForHighMargin = { junior: 5, consultant: 4, manager: 0.2, partner: 0.05 };
    const weightsForLowMargin = { junior: 0.6, consultant: 1.5, manager: 3, partner: 3 };
    if (marginPercent > 60) return teamWeight * weightsForHighMargin[person.grade];
    return marginPercent < 10 ? teamWeight * weightsForLowMargin[person.grade] : teamWeight;
  };
  const staff = new Set<Person>();
  while (staff.size < size) {
    const candidates = people.filter((person) => !staff.has(person));
    staff.add(random.pickWeighted(candidates, weighPerson) ?? random.pick(candidates));
  }
  return staff;
}
