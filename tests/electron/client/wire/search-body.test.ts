import { describe, expect, it } from 'vitest';
import type { Filter } from '#domain/filter/model.ts';
import { describeError } from '#contract/error-text.ts';
import { AppFailure, type AppError } from '#contract/errors.ts';
import { declaredProperties } from '#domain/properties.ts';
import { MAX_BODY_CHARACTERS, writeSearchBody, type SearchRequest } from '#electron/client/wire/search-body.ts';

function sent(filter: Filter): unknown {
  return JSON.parse(writeSearchBody({ limit: 10, filterGroups: [{ filters: [filter] }] }, [])).filterGroups[0]
    .filters[0];
}

function detailOf(request: SearchRequest, properties: readonly string[] = []): AppError | undefined {
  try {
    writeSearchBody(request, properties);
  } catch (error) {
    if (error instanceof AppFailure) return error.error;
    throw error;
  }
  return undefined;
}

it('says exactly what was asked and leaves out what was not', () => {
  expect(JSON.parse(writeSearchBody({ limit: 200 }, ['a']))).toEqual({ limit: 200, properties: ['a'] });
  const request: SearchRequest = {
    limit: 5,
    after: '200',
    query: 'audit',
    sorts: [{ propertyName: 'total_hours', direction: 'DESCENDING' }],
    filterGroups: [
      { filters: [{ propertyName: 'a552213_title', operator: 'CONTAINS_TOKEN', value: 'Tax*' }] },
      { filters: [{ propertyName: 'sys_object_id', operator: 'LT', value: '900' }] },
    ],
  };
  expect(JSON.parse(writeSearchBody(request, []))).toEqual({
    ...request,
    properties: [],
    sorts: [{ propertyName: 'a552213_total_hours', direction: 'DESCENDING' }],
  });
});

describe('operands', () => {
  it('of IN and NOT_IN on texts are in lower case, of enumerations exact', () => {
    for (const operator of ['IN', 'NOT_IN'] as const) {
      expect(sent({ propertyName: 'a552213_service_name', operator, values: ['Audit', 'TAX'] })).toMatchObject({
        values: ['audit', 'tax'],
      });
      expect(sent({ propertyName: 'a552213_assoc_obj_type', operator, values: ['Deal'] })).toMatchObject({
        values: ['Deal'],
      });
    }
    expect(sent({ propertyName: 'a552213_service_name', operator: 'EQ', value: 'Audit' })).toMatchObject({
      value: 'Audit',
    });
  });

  it('of dates and times are epoch milliseconds', () => {
    expect(
      sent({ propertyName: 'month_year', operator: 'BETWEEN', value: '2026-02-01', highValue: '2026-03-01' }),
    ).toEqual({
      propertyName: 'a552213_month_year',
      operator: 'BETWEEN',
      value: '1769904000000',
      highValue: '1772323200000',
    });
    expect(sent({ propertyName: 'sys_createdate', operator: 'GTE', value: '2026-02-27T21:24:18.038Z' })).toMatchObject({
      value: '1772227458038',
    });
    expect(
      sent({ propertyName: 'a552213_week_year', operator: 'IN', values: ['2026-02-23', '1769904000000'] }),
    ).toMatchObject({
      values: ['1771804800000', '1769904000000'],
    });
  });

  it('that are no dates are named', () => {
    expect(
      detailOf({
        limit: 1,
        filterGroups: [{ filters: [{ propertyName: 'month_year', operator: 'EQ', value: 'soon' }] }],
      }),
    ).toEqual({
      code: 'filter-invalid',
      detail: 'a552213_month_year: “soon” is not a date or time.',
    });
  });

  it('of booleans are lower-case words; numbers stay digit by digit', () => {
    expect(sent({ propertyName: 'a552213_toggle', operator: 'EQ', value: 'TRUE' })).toMatchObject({ value: 'true' });
    expect(sent({ propertyName: 'a552213_total_hours', operator: 'GT', value: '0.10' })).toMatchObject({
      value: '0.10',
    });
  });
});

describe('length', () => {
  const names = declaredProperties.map((each) => each.name);
  const filters = (count: number): SearchRequest => ({
    limit: 200,
    sorts: [{ propertyName: 'sys_object_id', direction: 'DESCENDING' }],
    filterGroups: [
      {
        filters: Array.from({ length: count }, () => ({
          propertyName: 'a552213_service_name',
          operator: 'EQ' as const,
          value: 'x'.repeat(10),
        })),
      },
    ],
  });

  it('leaves room for seven filters beside every declared property', () => {
    expect(writeSearchBody(filters(7), names).length).toBeLessThanOrEqual(MAX_BODY_CHARACTERS);
  });

  it('beyond what the service takes is refused before a request is spent, with the size', () => {
    const refused = detailOf(filters(40), names) ?? { code: 'unexpected' as const };
    expect(describeError(refused).sentence).toMatch(/The search is [\d,]+ characters; .*3,000/);
    expect(describeError(refused, undefined, 'de-DE').sentence).toMatch(/The search is [\d.]+ characters; .*3\.000/);
  });

  it('may be exactly 3,000 characters', () => {
    const base = writeSearchBody({ limit: 1, query: 'x' }, []).length;
    expect(detailOf({ limit: 1, query: 'x'.repeat(1 + 3000 - base) })).toBeUndefined();
    expect(detailOf({ limit: 1, query: 'x'.repeat(2 + 3000 - base) })).toMatchObject({ code: 'filter-invalid' });
  });
});
