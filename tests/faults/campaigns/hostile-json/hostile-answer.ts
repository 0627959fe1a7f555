/** One hostile answer, and its permitted outcomes. */

/** `held`: read, with every value accounted for. `refused`: a named error. `either`: one of the two, but nothing in between. */
export type Fate = 'held' | 'refused' | 'either';

export interface HostileAnswer {
  readonly what: string;
  /** For a list or a search, and for a batch read. */
  readonly body: string | Buffer;
  readonly fate: Fate;
  /** Asked for in the batch read. */
  readonly ids: readonly string[];
}

/** @param id without quotes if it is to be a number. @param properties JSON text of an object */
export function recordText(id: string, properties: string, more = ''): string {
  const times = '"createdAt":"2026-10-01T08:00:00.000Z","updatedAt":"2026-10-02T08:00:00.000Z"';
  return `{"id":${id},${times},"archived":false,"properties":${properties}${more}}`;
}

/** Good for all three operations. */
export function answerText(records: readonly string[], more = ''): string {
  return `{"status":"COMPLETE","total":${records.length},"results":[${records.join(',')}]${more}}`;
}
