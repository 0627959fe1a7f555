import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppFailure } from '#contract/errors.ts';
import { declaredProperties, properties } from '#domain/properties.ts';
import { isObject, parseJson, writeJson } from '#electron/client/wire/json.ts';
import { readRecord } from '#electron/client/wire/values.ts';
import { chooseSize } from '#tests/support/tier.ts';

const HOURS = 'a552213_total_hours';
const TITLE = 'a552213_title';
const TOGGLE = 'a552213_toggle';
const MONTH = 'a552213_month_year';
const START = 'a552213_first_start_date';
const TYPE = 'a552213_assoc_obj_type';
const OWNER = 'platform_owner_id';

const head = '"id":"7","createdAt":"2026-01-02T03:04:05.006Z","updatedAt":"2026-02-03T04:05:06.007Z","archived":false';

function record(text: string) {
  const json = parseJson(text);
  if (!isObject(json)) throw new Error('not an object');
  return readRecord(json, 'results[0]');
}

/** A record with one property of this JSON text. */
function holding(name: string, json: string) {
  return record(`{${head},"properties":{${JSON.stringify(name)}:${json}}}`);
}

it('a built-in value that cannot be read stays unreadable: the record’s head does not replace it', () => {
  const { values, anomalies, createdAt } = holding('sys_createdate', '"last week"');
  expect(createdAt).toBe(Date.parse('2026-01-02T03:04:05.006Z'));
  expect(values.has('sys_createdate')).toBe(false);
  expect(anomalies.get('sys_createdate')).toBe('"last week"');
});

describe('numbers', () => {
  it.each([
    ['8.25', 825000000n],
    ['"8.25"', 825000000n],
    ['"-3.5"', -350000000n],
    ['0', 0n],
    ['-0', 0n],
    ['1e2', 10000000000n],
    ['"+7"', 700000000n],
    ['9999999999.99999999', 999999999999999999n],
  ])('reads %s exactly', (json, units) => {
    const { values, anomalies, rounded } = holding(HOURS, json);
    expect(values.get(HOURS)).toBe(units);
    expect(anomalies.size + rounded.size).toBe(0);
  });

  it('rounds beyond 8 decimals half to even and keeps the digits', () => {
    expect(holding(HOURS, '0.000000005').values.get(HOURS)).toBe(0n);
    expect(holding(HOURS, '0.000000015').values.get(HOURS)).toBe(2n);
    const { values, rounded, anomalies } = holding(HOURS, '"1.123456785000000000000001"');
    expect(values.get(HOURS)).toBe(112345679n);
    expect(rounded.get(HOURS)).toBe('1.123456785000000000000001');
    expect(anomalies.size).toBe(0);
  });

  it('does not call trailing zeros a rounding', () => {
    expect(holding(HOURS, '1.2500000000000').rounded.size).toBe(0);
  });

  it.each([
    '10000000000',
    '-10000000000',
    '9999999999.999999999',
    '1e400',
    '"1,5"',
    '"8h"',
    '"NaN"',
    '"Infinity"',
    '"0x10"',
    '"."',
    '" "',
    'true',
    '[8]',
    '{"value":8}',
    `"${'9'.repeat(1_000_000)}"`,
  ])('keeps %.30s as received and never makes it a number', (json) => {
    const { values, anomalies, rounded } = holding(HOURS, json);
    expect(values.has(HOURS)).toBe(false);
    expect(rounded.size).toBe(0);
    expect(anomalies.get(HOURS)).toBe(json);
  });
});

describe('unset', () => {
  it.each(properties.map((each) => each.name).filter((name) => !name.startsWith('sys_')))(
    '%s is absent for null, "" and when missing',
    (name) => {
      for (const given of [holding(name, 'null'), holding(name, '""'), record(`{${head},"properties":{}}`)]) {
        expect(given.values.has(name)).toBe(false);
        expect(given.anomalies.size).toBe(0);
      }
    },
  );

  it('keeps a blank text: it is not empty', () => {
    expect(holding(TITLE, '" "').values.get(TITLE)).toBe(' ');
  });
});

it.each([
  ['true', true],
  ['false', false],
  ['"True"', true],
  ['"FALSE"', false],
])('reads the boolean %s', (json, value) => {
  expect(holding(TOGGLE, json).values.get(TOGGLE)).toBe(value);
});

it.each(['1', '0', '"yes"', '"1"', '" true"', '[]'])('keeps %s beside an unset boolean', (json) => {
  const { values, anomalies } = holding(TOGGLE, json);
  expect(values.has(TOGGLE)).toBe(false);
  expect(anomalies.get(TOGGLE)).toBe(json);
});

it('reads a date as a calendar day in each of its three forms', () => {
  for (const json of ['"2026-02-01"', '"2026-02-01T00:00:00.000Z"', '"1769904000000"', '1769904000000']) {
    expect(holding(MONTH, json).values.get(MONTH)).toBe('2026-02-01');
  }
  expect(holding(MONTH, '"2026-02-01T01:00:00Z"').anomalies.get(MONTH)).toBe('"2026-02-01T01:00:00Z"');
});

it('reads a time as epoch milliseconds in each of its forms', () => {
  for (const json of ['"2026-02-27T21:24:18.038Z"', '"1772227458038"', '1772227458038']) {
    expect(holding(START, json).values.get(START)).toBe(1772227458038);
  }
  expect(holding(START, '"27.2.2026"').anomalies.get(START)).toBe('"27.2.2026"');
});

it('keeps texts and options as they are, known or not', () => {
  expect(holding(TYPE, '"Deal"').values.get(TYPE)).toBe('Deal');
  expect(holding(TYPE, '"starship"').values.get(TYPE)).toBe('starship');
  expect(holding(TITLE, '"  a;b \\u0000 "').values.get(TITLE)).toBe('  a;b \u0000 ');
  expect(holding(OWNER, '48213377').values.get(OWNER)).toBe('48213377');
  expect(holding(OWNER, '9007199254740993').values.get(OWNER)).toBe('9007199254740993');
  expect(holding('a552213_created_via_service_api', 'true').values.get('a552213_created_via_service_api')).toBe('true');
});

it('keeps half a surrogate pair as received: no store could hold it', () => {
  const { values, anomalies } = holding(TITLE, String.raw`"a\ud800"`);
  expect(values.has(TITLE)).toBe(false);
  expect(anomalies.get(TITLE)).toBe(String.raw`"a\ud800"`);
});

it('keeps undeclared properties as JSON text, whatever they are called', () => {
  const { extra, values } = record(
    `{${head},"properties":{"total_hours":1.10,"__proto__":{"a":1},"toString":"x","empty":"","none":null}}`,
  );
  expect([...extra]).toEqual([
    ['total_hours', '1.10'],
    ['__proto__', '{"a":1}'],
    ['toString', '"x"'],
    ['empty', '""'],
  ]);
  expect(values.has(HOURS)).toBe(false);
});

describe('the head', () => {
  it('takes ids as text or number and keeps all digits', () => {
    expect(record(`{${head.replace('"7"', '123456789012345678')},"properties":{}}`).id).toBe('123456789012345678');
    expect(record(`{${head.replace('"7"', '"007"')}}`).id).toBe('7');
  });

  it.each(['""', '"x"', '1.0', '1e3', '-1', 'null', '[7]', '"1234567890123456789"'])(
    'names the place of the id %s',
    (id) => {
      expect(failure(`{${head.replace('"7"', id)}}`)).toEqual({ code: 'service-changed', detail: 'results[0].id' });
    },
  );

  it('falls back to the built-in times', () => {
    const { createdAt, updatedAt } = record(
      '{"id":1,"properties":{"sys_createdate":"2026-01-01T00:00:00Z","sys_lastmodifieddate":"1767225600001"}}',
    );
    expect(createdAt).toBe(1767225600000);
    expect(updatedAt).toBe(1767225600001);
  });

  it.each([
    ['"createdAt":"2026-01-01T00:00:00Z"', 'results[0].updatedAt'],
    ['"updatedAt":"2026-01-01T00:00:00Z"', 'results[0].createdAt'],
    ['"createdAt":"soon","updatedAt":"2026-01-01T00:00:00Z"', 'results[0].createdAt'],
  ])('refuses a record of no time: %s', (times, detail) => {
    expect(failure(`{"id":1,${times},"properties":{}}`)).toEqual({ code: 'service-changed', detail });
  });

  it('fills in the built-in properties from the head, and believes the built-in ones where they are given', () => {
    const filled = record(`{${head}}`).values;
    expect(filled.get('sys_object_id')).toBe('7');
    expect(filled.get('sys_createdate')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5, 6));
    expect(filled.get('sys_lastmodifieddate')).toBe(Date.UTC(2026, 1, 3, 4, 5, 6, 7));
    expect(holding('sys_createdate', '"1"').values.get('sys_createdate')).toBe(1);
    expect(holding('sys_createdate', '"x"').anomalies.get('sys_createdate')).toBe('"x"');
  });

  it('reads archived as boolean or word, absent as false', () => {
    expect(record(`{${head.replace('false', 'true')}}`).archived).toBe(true);
    expect(record(`{${head.replace('false', '"TRUE"')}}`).archived).toBe(true);
    expect(record(`{${head.replace('false', 'null')}}`).archived).toBe(false);
    expect(failure(`{${head.replace('false', '"maybe"')}}`)).toEqual({
      code: 'service-changed',
      detail: 'results[0].archived',
    });
  });
});

const COUNT = chooseSize(150, 5000);

it(`over ${COUNT} generated values: nothing vanishes, nothing unreadable becomes a value, no prototype changes`, () => {
  const names = declaredProperties.map((each) => each.name);
  fc.assert(
    fc.property(fc.constantFrom(...names, '__proto__', 'undeclared'), fc.json({ maxDepth: 3 }), (name, json) => {
      const { values, anomalies, rounded, extra } = holding(name, json);
      const compact = writeJson(parseJson(json));
      const places = [values, anomalies, extra].filter((each) => each.has(name)).length;
      const unset = compact === 'null' || (compact === '""' && names.includes(name));
      expect(places).toBe(unset ? 0 : 1);
      if (anomalies.has(name)) expect(anomalies.get(name)).toBe(compact);
      // A number below half a unit rounds to 0, and its digits are kept.
      if (values.get(name) === 0n && !rounded.has(name)) expect(Number(JSON.parse(json))).toBeCloseTo(0, 9);
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: COUNT, seed: 20261121 },
  );
});

function failure(text: string): unknown {
  try {
    record(text);
  } catch (error) {
    if (error instanceof AppFailure) return error.error;
    throw error;
  }
  throw new Error('did not fail');
}
