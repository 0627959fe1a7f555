/** Asks what this computer knows of numbers, in questions that each host takes. */
import type { KnownNumbers } from './choose-ids.ts';

/** The browser host takes no question of more than 1 MiB: as many of 18 digits are less than half of it. */
export const MOST_NUMBERS = 20_000;

export const nothingKnown: KnownNumbers = { records: [], owners: [], objects: [], lengths: [] };

export async function askKnownNumbers(
  numbers: readonly string[],
  ask: (some: string[]) => Promise<KnownNumbers>,
): Promise<KnownNumbers> {
  let known = nothingKnown;
  for (let at = 0; at < numbers.length; at += MOST_NUMBERS) {
    const { records, owners, objects, lengths } = await ask(numbers.slice(at, at + MOST_NUMBERS));
    known = {
      records: known.records.concat(records),
      owners: known.owners.concat(owners),
      objects: known.objects.concat(objects),
      lengths,
    };
  }
  return known;
}
