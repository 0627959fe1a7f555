import { describe, expect, it } from 'vitest';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '#domain/properties.ts';
import { isValidId, classifyAnswer, removeDuplicateIds, type IdProperty } from '#electron/client/batch-read.ts';
import { parseJson } from '#electron/client/wire/json.ts';
import { readRecords } from '#electron/client/wire/received.ts';
import { batchSchema, parseAnswer } from '#electron/client/wire/answers.ts';

const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };

function sorted(asked: readonly string[], body: object, idProperty: IdProperty = ID_PROPERTY) {
  const json = parseJson(JSON.stringify(body));
  const answer = parseAnswer(batchSchema, json, 'batch read');
  const { found, missing, failed } = classifyAnswer(
    asked,
    idProperty,
    answer,
    readRecords(answer.results, 'batch read'),
  );
  return { found: [...found.keys()], missing, failed };
}

const held = (...ids: readonly (string | number)[]) => ids.map((id) => ({ id, ...times }));
const notFound = (...ids: readonly (string | number)[]) => ({
  status: 'error',
  category: 'OBJECT_NOT_FOUND',
  context: { ids },
  message: 'gone',
});

describe('an answer', () => {
  it('with found and missing ids as texts and numbers', () => {
    const body = { status: 'COMPLETE', results: held(1, '2'), errors: [notFound('3', 4)], numErrors: 1 };
    expect(sorted(['1', '2', '3', '4'], body)).toEqual({ found: ['1', '2'], missing: ['3', '4'], failed: [] });
  });

  it('that is complete and mentions an id nowhere has not found it', () => {
    expect(sorted(['1', '2'], { status: 'COMPLETE', results: [] })).toEqual({
      found: [],
      missing: ['1', '2'],
      failed: [],
    });
    expect(sorted(['1', '2'], { results: held(1), errors: [{ category: 'OBJECT_NOT_FOUND' }] }).missing).toEqual(['2']);
  });

  it.each(['PENDING', 'PROCESSING', 'CANCELED'])('that is %s proves no id missing', (status) => {
    expect(sorted(['1', '2'], { status, results: held(1) })).toEqual({
      found: ['1'],
      missing: [],
      failed: [{ ids: ['2'], category: status, message: 'The batch was not completed.' }],
    });
  });

  it('with other errors fails the ids they name, or the unmentioned ones if they name none', () => {
    const lock = { category: 'LOCKED', context: { ids: ['2'] }, message: 'locked' };
    expect(sorted(['1', '2', '3'], { results: held(1), errors: [lock, notFound(3)] })).toEqual({
      found: ['1'],
      missing: ['3'],
      failed: [{ ids: ['2'], category: 'LOCKED', message: 'locked' }],
    });
    expect(sorted(['1', '2'], { results: held(1), errors: [{ category: 'VALIDATION_ERROR' }] }).failed).toEqual([
      { ids: ['2'], category: 'VALIDATION_ERROR', message: '' },
    ]);
  });

  it('that names an id twice, or both ways, or one that was not asked, still answers each asked id once', () => {
    const body = { results: held(1, 1, 9), errors: [notFound(1, 2, 2, 8), notFound(2)], numErrors: 77 };
    expect(sorted(['1', '2'], body)).toEqual({ found: ['1'], missing: ['2'], failed: [] });
  });

  it('keeps the newer of two versions of one record', () => {
    const older = { id: 1, ...times, properties: { a552213_title: 'old' } };
    const newer = { id: '1', ...times, updatedAt: '2026-01-02T00:00:00Z', properties: { a552213_title: 'new' } };
    for (const results of [
      [older, newer],
      [newer, older],
    ]) {
      const answer = parseAnswer(batchSchema, parseJson(JSON.stringify({ results })), '');
      const { found } = classifyAnswer(['1'], ID_PROPERTY, answer, readRecords(answer.results, ''));
      expect(found.get('1')?.record.values.get('a552213_title')).toBe('new');
    }
  });

  it('is matched by the record’s own key where that was asked, exactly before loosely', () => {
    const key = '28270412 -- 2026-03-20 04:22:15.536';
    const results = [
      { id: 5, ...times, properties: { [RECORD_ID_PROPERTY]: key } },
      { id: 6, ...times, properties: { [RECORD_ID_PROPERTY]: 'abc' } },
    ];
    expect(sorted([key, 'ABC', '5'], { results }, RECORD_ID_PROPERTY)).toEqual({
      found: [key, 'ABC'],
      missing: ['5'],
      failed: [],
    });
  });
});

it('asks for each record once, however its id is written', () => {
  expect(removeDuplicateIds(['7', '07', '7', '8'], ID_PROPERTY)).toEqual(['7', '8']);
  expect(removeDuplicateIds(['7', '07'], RECORD_ID_PROPERTY)).toEqual(['7', '07']);
});

it('does not ask for what cannot be a record’s id', () => {
  for (const id of ['id', '', '1.0', '-1', ' 7', '1e3', '1234567890123456789'])
    expect(isValidId(id, ID_PROPERTY)).toBe(false);
  expect(isValidId('123456789012345678', ID_PROPERTY)).toBe(true);
  expect(isValidId('any key', RECORD_ID_PROPERTY)).toBe(true);
});
