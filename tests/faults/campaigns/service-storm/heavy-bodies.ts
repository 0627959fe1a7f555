/** Bodies over the size limit, in every way a body can be long, and sockets that never finish. */
import { connect, type Socket } from 'node:net';
import { speak } from './hostile-heads.ts';
import type { ServedProcess } from './served-process.ts';

const SEARCH = '/service/v1/timelogs/search';
const CAP = 1_048_576;

/** @returns what is wrong: a body over one mebibyte is refused, one below is not. */
export async function tryBodies({ url, key }: ServedProcess): Promise<string[]> {
  const head = [
    `POST ${SEARCH} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Connection: close',
  ];
  const whole = (bytes: number) =>
    speak(url, [...head, `Content-Length: ${bytes}`], `{"query":"${'x'.repeat(bytes - 12)}"}`);
  const piece = 'x'.repeat(65_536);
  const chunked = (pieces: number) =>
    speak(url, [...head, 'Transfer-Encoding: chunked'], `${`10000\r\n${piece}\r\n`.repeat(pieces)}0\r\n\r\n`);
  const trials: readonly (readonly [what: string, answer: string, expected: RegExp])[] = [
    // Below the cap the platform's own limit of 3,000 characters speaks.
    ['a body of exactly the cap', await whole(CAP), /^HTTP\/1\.1 400 /],
    ['a body of one byte more', await whole(CAP + 1), /^HTTP\/1\.1 413 /],
    ['a body of eight times the cap', await whole(8 * CAP), /^(HTTP\/1\.1 413 |$)/],
    ['a body in pieces beyond the cap', await chunked(128), /^(HTTP\/1\.1 413 |$)/],
    ['a length that is a lie', await speak(url, [...head, 'Content-Length: 99999999999'], '{}'), /^HTTP\/1\.1 413 /],
    ['two lengths', await speak(url, [...head, 'Content-Length: 2', 'Content-Length: 3'], '{}'), /^HTTP\/1\.1 400 /],
    [
      'a length and pieces',
      await speak(url, [...head, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      /^HTTP\/1\.1 400 /,
    ],
  ];
  return trials.flatMap(([what, answer, expected]) =>
    expected.test(answer) ? [] : [`${what}: answered “${answer.slice(0, 80)}”`],
  );
}

export interface SlowSockets {
  close(): void;
}

/** Each sends a part of a request and then a byte now and then: of the head or of a body. */
export async function openSlowSockets({ url, key }: ServedProcess, count: number): Promise<SlowSockets> {
  const port = Number(new URL(url).port);
  const starts = [
    '',
    'G',
    'GET /service/v1/timelogs HTTP/1.1\r\nX-Slow: ',
    `POST ${SEARCH} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  ];
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      (_, at) =>
        new Promise<Socket>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.write(starts[at % starts.length] ?? '');
            resolve(socket);
          });
          socket.on('error', () => resolve(socket));
        }),
    ),
  );
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a');
  }, 200);
  return {
    close() {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}
