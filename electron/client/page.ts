/** Reads a page of records, and reads smaller pages where its answer exceeds the size limit: records may carry very long texts. */
import type { PageAttempts, RecordPage } from '#domain/records/record-page.ts';
import { AnswerTooLarge } from './http.ts';
import type { ReceivedRecord } from './wire/received.ts';

export interface ReceivedPage extends RecordPage {
  /** The same records as the service sent them. A number that does not fit a double is a string of its digits. */
  readonly received: readonly ReceivedRecord[];
}

/** One part of an answer: at most `limit` records from the cursor on. */
interface Part {
  readonly limit: number;
  readonly after?: string | undefined;
}

export type ReadPage = (part: Part, attempts: Partial<PageAttempts> | undefined) => Promise<ReceivedPage>;

const PARTS = 4;

/**
 * Costs one request, and one more for each part. The head is reported early only for a page that came in one answer.
 * @throws AppFailure as `read` does; AnswerTooLarge where a single record is too large.
 */
export async function readInParts(
  part: Part,
  read: ReadPage,
  attempts: Partial<PageAttempts> | undefined,
): Promise<ReceivedPage> {
  const { limit, after } = part;
  try {
    return await read({ limit, after }, attempts);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge) || limit <= 1) throw error;
  }
  const { onHead: _, ...attemptsWithoutHead } = attempts ?? {};
  const pages: ReceivedPage[] = [];
  let cursor = after;
  for (let left = limit; left > 0;) {
    const page = await readInParts(
      { limit: Math.min(Math.ceil(limit / PARTS), left), after: cursor },
      read,
      attemptsWithoutHead,
    );
    pages.push(page);
    left -= page.records.length;
    cursor = page.after;
    if (cursor === undefined || page.records.length === 0) break;
  }
  return joinPages(pages, cursor);
}

/** Takes the time and total of the first part, because changes made while the others were read are newer than that. */
function joinPages(pages: readonly ReceivedPage[], after: string | undefined): ReceivedPage {
  const [first] = pages;
  return {
    records: pages.flatMap(({ records }) => records),
    get received() {
      return pages.flatMap(({ received }) => received);
    },
    ...(first?.total === undefined ? {} : { total: first.total }),
    ...(first?.date === undefined ? {} : { date: first.date }),
    ...(after === undefined ? {} : { after }),
  };
}
