/** Keeps the firm's figures on target: each person's billable share, and each client's margin. */
import type { Client } from './clients.ts';
import type { DayNumber } from './calendar.ts';
import { gradeTerms, type Person } from './people.ts';
import type { Random } from '../random.ts';

interface Time {
  minutes: number;
  billable: number;
}

interface Money {
  value: number;
  cost: number;
}

/** How strongly time off target is pulled back: at 8 % above the target everything goes to internal work. */
const PULL = 12;
const SOME_INTERNAL = 0.04;

export class Balance {
  readonly #times = new Map<Person, Time>();
  readonly #money = new Map<Client, Money>();
  readonly #clientsOf = new Map<Person, readonly Client[]>();
  readonly #weightOfAll: number;
  #value = 0;

  constructor(people: readonly Person[], clients: readonly Client[]) {
    for (const person of people) {
      this.#times.set(person, { minutes: 0, billable: 0 });
      this.#clientsOf.set(
        person,
        clients.filter((client) => client.staff.has(person)),
      );
    }
    for (const client of clients) this.#money.set(client, { value: 0, cost: 0 });
    this.#weightOfAll = clients.reduce((sum, client) => sum + client.weight, 0);
  }

  /** Whether this person's next entry is internal work: the more, the further the billable share is above its target. */
  turnsInternal(person: Person, random: Random): boolean {
    return random.chance(Math.min(0.92, SOME_INTERNAL + Math.max(0, -this.#wants(person)) * PULL));
  }

  /** @returns a client of this person that is with the firm on that day, those below their share first. */
  nextClient(person: Person, day: DayNumber, random: Random): Client | undefined {
    const present = (this.#clientsOf.get(person) ?? []).filter((client) => day >= client.from && day < client.to);
    return random.weighted(present, (client) => client.weight * this.#neglect(client));
  }

  /**
   * Whether an entry for this client is billable: while its margin is below target, and a little longer for people below their billable
   * share.
   */
  bills(person: Person, client: Client): boolean {
    const money = this.#money.get(client);
    if (!money || money.value === 0) return true;
    const margin = (money.value - money.cost) / money.value;
    return client.marginTarget - margin + Math.max(-0.06, Math.min(0.06, this.#wants(person))) > 0;
  }

  /** Counts an entry. Amounts in cents; `client` undefined: internal work. */
  note(person: Person, client: Client | undefined, entry: Time & Money): void {
    const time = this.#times.get(person);
    if (time) {
      time.minutes += entry.minutes;
      time.billable += entry.billable;
    }
    const money = client && this.#money.get(client);
    if (!money) return;
    money.value += entry.value;
    money.cost += entry.cost;
    this.#value += entry.value;
  }

  /** Positive: below the billable share of the grade. */
  #wants(person: Person): number {
    const time = this.#times.get(person);
    if (!time || time.minutes === 0) return 0;
    return gradeTerms[person.grade].billableShare - time.billable / time.minutes;
  }

  /** Above 1 where the client has had less than its share of the firm's value. */
  #neglect(client: Client): number {
    const money = this.#money.get(client);
    if (!money || this.#value === 0) return 1;
    const share = Math.max(money.value / this.#value, 0.0005);
    return Math.max(0.05, Math.min(20, (client.weight / this.#weightOfAll / share) ** 3));
  }
}
