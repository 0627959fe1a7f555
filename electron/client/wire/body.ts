/** Reads an answer's body as strict UTF-8 with a limit on its decoded size, and releases it when aborted. */
import { markCount } from '#domain/locale-forms.ts';
import { answerProblemTexts as answers } from '#texts/answers.ts';

/** A fault of a body that did arrive. */
export class BodyProblem extends Error {
  override readonly name: string = 'BodyProblem';
}

/** Thrown when the body exceeds the limit: fewer records may fit. */
export class BodyTooLarge extends BodyProblem {
  override readonly name = 'BodyTooLarge';
}

/**
 * @param capBytes the most decoded bytes, because a small compressed answer can unpack to gigabytes.
 * @throws BodyTooLarge over the cap · BodyProblem for invalid UTF-8 · the transport's error · the signal's reason.
 */
export async function readBody(response: Response, capBytes: number, signal: AbortSignal): Promise<string> {
  if (!response.body) return '';
  // In fatal mode an invalid byte never turns into a replacement character in a title.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = response.body.getReader();
  const parts: string[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await rejectOnAbort(reader.read(), signal);
      if (done) return parts.join('') + decode(() => decoder.decode());
      bytes += value.byteLength;
      if (bytes > capBytes) throw new BodyTooLarge(answers.tooManyBytes(markCount(capBytes)));
      parts.push(decode(() => decoder.decode(value, { stream: true })));
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

function decode(work: () => string): string {
  try {
    return work();
  } catch {
    throw new BodyProblem(answers.notUtf8);
  }
}

/** Settles with the work, or with the signal's reason as soon as it fires: a transport that ignores the signal cannot delay the caller. */
export function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
