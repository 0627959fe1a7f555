import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppFailure } from '#contract/errors.ts';
import { ID_PROPERTY } from '#domain/properties.ts';
import { classifyAnswer } from '#electron/client/batch-read.ts';
import { parseErrorBody } from '#electron/client/failures.ts';
import { parseJson, type Json } from '#electron/client/wire/json.ts';
import { toReceivedRecord, readRecords } from '#electron/client/wire/received.ts';
import { batchSchema, pageSchema, parseAnswer } from '#electron/client/wire/answers.ts';
import { chooseSize } from '#tests/support/tier.ts';

/** Whatever it is: a result, or an error with a code. Anything else thrown fails the test. */
function orFailure(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
    expect(error.error.code).toBe('service-changed');
  }
}

function readAsEverything(json: Json): void {
  parseErrorBody(json);
  orFailure(() => {
    JSON.stringify(readRecords(parseAnswer(pageSchema, json, 'search').results, 'search').map(toReceivedRecord));
  });
  orFailure(() => {
    const answer = parseAnswer(batchSchema, json, 'batch read');
    const { found, missing, failed } = classifyAnswer(
      ['1', '2'],
      ID_PROPERTY,
      answer,
      readRecords(answer.results, 'batch read'),
    );
    expect(found.size + missing.length + failed.flatMap((each) => each.ids).length).toBe(2);
  });
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Object.prototype).not.toHaveProperty('polluted');
}

const anything = fc.jsonValue({ maxDepth: 3 });
const times = fc.constantFrom('2026-01-01T00:00:00Z', '1767225600000', 1767225600000, null, 'soon');
const nearRecord = fc.record(
  {
    id: fc.oneof(fc.nat(3), fc.nat(3).map(String), anything),
    createdAt: times,
    updatedAt: times,
    archived: anything,
    properties: anything,
  },
  { requiredKeys: ['id', 'createdAt', 'updatedAt'] },
);
const nearAnswer = fc.record(
  {
    results: fc.oneof(fc.array(fc.oneof({ weight: 9, arbitrary: nearRecord }, anything), { maxLength: 4 }), anything),
    total: anything,
    status: anything,
    paging: fc.oneof(anything, fc.record({ next: fc.oneof(anything, fc.record({ after: anything, link: anything })) })),
    errors: fc.oneof(
      anything,
      fc.array(fc.record({ category: anything, context: fc.record({ ids: fc.array(anything) }), message: anything }), {
        maxLength: 3,
      }),
    ),
    error: anything,
    details: anything,
  },
  { requiredKeys: [] },
);

const COUNT = chooseSize(150, 5000);

it(`${COUNT} answers that are nearly right, and as many that are nothing of the kind, end in a result or a named error`, () => {
  fc.assert(
    fc.property(nearAnswer, anything, (near, any) => {
      readAsEverything(parseJson(JSON.stringify(near)));
      readAsEverything(parseJson(JSON.stringify(any)));
    }),
    { numRuns: COUNT, seed: 20261121 },
  );
});

const good = '"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z"';
const deep = `${'{"a":['.repeat(50_000)}1${']}'.repeat(50_000)}`;
it.each([
  '{"__proto__":{"polluted":1}}',
  '{"results":[],"__proto__":{"total":7}}',
  `{"results":[{"id":1,${good},"properties":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}]}`,
  `{"results":[{"__proto__":{"id":1,${good}}}]}`,
  `{"results":[{"id":1,${good},"properties":${deep}}]}`,
  `{"results":[{"id":${'9'.repeat(100_000)},${good}}]}`,
  `{"results":[{"id":1,${good},"properties":{"a552213_total_hours":${'9'.repeat(1_000_000)}}}]}`,
  `{"results":[{"id":1,${good},"properties":{"a552213_total_hours":1e999999999}}]}`,
  `{"results":[{"id":1,${good},"properties":{"a552213_title":"${'x'.repeat(1_000_000)}"}}]}`,
  `{"results":[{"id":1,${good},"properties":{"a552213_title":"\\ud800","\\udfff":"\\udc00"}}]}`,
  `{"results":[{"id":1,${good},"properties":{${Array.from({ length: 20_000 }, (_, n) => `"p${n}":${n}`).join(',')}}}]}`,
  `{"results":[{"id":1,"id":2,${good}}]}`,
  '{"results":[null]}',
  '{"results":[[]]}',
  '{"results":[{"id":1,"toString":1,"valueOf":2,"hasOwnProperty":3}]}',
  '{"results":[],"errors":[{"context":{"ids":[{},[],null]}}]}',
  '{"results":[],"errors":{"length":4294967295}}',
  '{"results":{"length":3}}',
])('survives %.60s', (text) => {
  readAsEverything(parseJson(text));
});
