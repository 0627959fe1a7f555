/** Defects of the client: what is sent where, and what is believed of an answer. */
import { unit } from '../defect.mjs';

/** @type {readonly import('../defect.mjs').Defect[]} */
export const client = [
  {
    name: 'key-logged',
    what: 'the API key is printed to stderr with each request',
    file: 'electron/client/http.ts',
    find: 'authorization: `Bearer ${options.account.key}`,',
    replace:
      'authorization: (process.stderr.write(`sending as ${options.account.key}\\n`), `Bearer ${options.account.key}`),',
    tests: [...unit, 'tests/electron/client/client.key-secrecy.test.ts'],
  },
  {
    name: 'booked-after-sending',
    what: 'a request is booked in the ledger when its answer has come, not before it is sent',
    file: 'electron/client/http.ts',
    find: `        options.ledger.book(options.account, options.limit);
        options.onBooked?.();
        request.attempts?.onBooked?.();
        const outcome = await attempt(options, request, limits.signal, now);
`,
    replace: `        const outcome = await attempt(options, request, limits.signal, now);
        options.ledger.book(options.account, options.limit);
        options.onBooked?.();
        request.attempts?.onBooked?.();
`,
    tests: [...unit, 'tests/electron/client/http.test.ts'],
  },
  {
    name: 'retries-unbounded',
    what: 'retries are sent beyond --max-requests and into the reserve of the person',
    file: 'electron/client/http.ts',
    find: 'const canBook = () => request.attempts?.canBook?.() !== false;',
    replace: 'const canBook = () => true;',
    tests: [...unit, 'tests/electron/sync/run.real-parts.test.ts'],
  },
  {
    name: 'refusal-asked-again',
    what: 'a request that was refused for its key is sent again',
    file: 'electron/client/failures.ts',
    find: 'const RETRYABLE = new Set([423,',
    replace: 'const RETRYABLE = new Set([401, 403, 423,',
    tests: [...unit, 'tests/electron/client/http.test.ts', '-t', 'every fault has its name'],
  },
  {
    name: 'day-limit-asked-again',
    what: 'the end of the day’s requests is taken for a short pause and asked through',
    file: 'electron/client/failures.ts',
    find: "  return status === 429 && (headers.has(RESET_HEADER) || body.error?.toLowerCase() === 'daily quota exceeded');",
    replace:
      "  return false && (headers.has(RESET_HEADER) || body.error?.toLowerCase() === 'daily quota exceeded') && status === 429;",
    tests: [...unit, 'tests/electron/client/http.test.ts', '-t', 'a used-up quota'],
  },
  {
    name: 'redirects-followed',
    what: 'the key follows where the service redirects it',
    file: 'electron/client/http.ts',
    find: "redirect: 'manual',",
    replace: "redirect: 'follow',",
    tests: [...unit, 'tests/electron/client/http.test.ts', '-t', 'redirects'],
  },
  {
    name: 'bomb-unpacked',
    what: 'a small compressed answer may unpack to gigabytes in memory',
    file: 'electron/client/http.ts',
    find: '      if (bytes > capBytes) throw new BodyTooLarge(answers.tooManyBytes(markCount(capBytes)));\n',
    replace: '',
    tests: [...unit, 'tests/electron/client/http.test.ts', '-t', 'limits'],
  },
  {
    name: 'values-uncounted',
    what: 'an answer of millions of tiny values is read whole',
    file: 'electron/client/wire/json.ts',
    find: 'const MAX_VALUES = 250_000;',
    replace: 'const MAX_VALUES = Number.POSITIVE_INFINITY;',
    tests: [...unit, 'tests/electron/client/client.test.ts', '-t', 'very many small values'],
  },
  {
    name: 'failed-chunk-forgotten',
    what: 'ids of a chunk that failed are neither found nor missing nor failed',
    file: 'electron/client/batch-read.ts',
    find: '      state.addFailure(chunk, error.error);\n    }\n  }',
    replace: '    }\n  }',
    tests: [...unit, 'tests/electron/client/client.test.ts', '-t', 'batch read'],
  },
  {
    name: 'plain-http-anywhere',
    what: 'the key is sent over plain HTTP to other computers',
    file: 'electron/client/origin.ts',
    find: "if (scheme.toLowerCase() === 'http' && !LOOPBACK.has(url.hostname)) {",
    replace: "if (scheme.toLowerCase() === 'http' && !LOOPBACK.has(url.hostname) && false) {",
    tests: [...unit, 'tests/electron/client/origin.test.ts'],
  },
  {
    name: 'key-echoed',
    what: 'a key that the service repeats in its refusal is told on',
    file: 'electron/client/failures.ts',
    find: 'detail: redact(upstream).slice(',
    replace: 'detail: upstream.slice(',
    tests: [...unit, 'tests/electron/client/client.key-secrecy.test.ts'],
  },
  {
    name: 'ledger-rots-unseen',
    what: 'a figure of the ledger in which a bit flipped is believed',
    file: 'electron/client/ledger-digest.ts',
    find: '    if (!mark || mark.digest !== digestLedger(database, mark.changes)) failAsDamaged();\n',
    replace: '    if (!mark) failAsDamaged();\n',
    tests: [...unit, 'tests/electron/client/ledger-digest.test.ts'],
  },
  {
    name: 'unreadable-vanishes',
    what: 'a value that cannot be read is dropped as if it were unset',
    file: 'electron/client/wire/values.ts',
    find: "    if (reading === 'unreadable') anomalies.set(name, writeJson(json));\n    else {",
    replace: "    if (reading !== 'unreadable') {",
    tests: [...unit, 'tests/electron/client/wire/values.test.ts'],
  },
];
