/**
 * The service's own records, read page by page over plain HTTP, and exact sums over them: an independent reading that shares no code with
 * the app.
 */

export interface TrueRecord {
  readonly id: string;
  /** Values as text, numbers in the digits they were sent with; null is unset. */
  readonly properties: Readonly<Record<string, string | null>>;
}

interface Service {
  readonly url: string;
  readonly key: string;
}

const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }) =>
  typeof value === 'number' ? (context?.source ?? String(value)) : value;

/** Every live record with the named properties. */
export async function readTruth({ url, key }: Service, properties: readonly string[]): Promise<TrueRecord[]> {
  const records: TrueRecord[] = [];
  let after: string | undefined;
  do {
    const query = new URLSearchParams({ limit: '100', properties: properties.join(','), ...(after && { after }) });
    const answer = await fetch(`${url}/service/v1/timelogs?${query}`, { headers: { authorization: `Bearer ${key}` } });
    if (answer.status !== 200) throw new Error(`list answered ${answer.status}: ${await answer.text()}`);
    const page = JSON.parse(await answer.text(), keepDigits) as {
      results: TrueRecord[];
      paging?: { next?: { after: string } };
    };
    records.push(...page.results);
    after = page.paging?.next?.after;
  } while (after !== undefined);
  return records;
}

const PLACES = 12;

/** A decimal as a count of 10⁻¹² units. @throws on anything that is not a plain decimal of at most 12 places. */
export function exact(decimal: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,12}))?$/.exec(decimal);
  if (!match) throw new RangeError(`Not a plain decimal: ${decimal}`);
  const [, sign, whole = '', fraction = ''] = match;
  const magnitude = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return sign === '-' ? -magnitude : magnitude;
}

/** The exact sum of a property over the records where it is set; undefined where it is set on none. */
export function sumOf(records: readonly TrueRecord[], property: string): bigint | undefined {
  const set = records.flatMap(({ properties }) => properties[property] ?? []).filter((text) => text !== '');
  return set.length === 0 ? undefined : set.reduce((sum, text) => sum + exact(text), 0n);
}
