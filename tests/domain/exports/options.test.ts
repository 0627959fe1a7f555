import { expect, test } from 'vitest';
import { exportOptionsSchema, overrideOptions, resolveOptions, addChart } from '#domain/exports/options.ts';

const settled = (asked: Parameters<typeof exportOptionsSchema.parse>[0]) => {
  const answer = resolveOptions(exportOptionsSchema.parse(asked));
  return answer.ok ? answer.value : answer.problem;
};

test('left to itself a file is for people: labels, local times, names, comma and point, internal', () => {
  expect(settled({})).toEqual({
    format: 'csv',
    preset: 'excel',
    heads: 'labels',
    times: 'local',
    names: true,
    separator: 'comma',
    signature: false,
    sign: false,
    decimalMark: 'point',
    audience: 'internal',
    rates: false,
    billableOnly: false,
    severalClients: false,
    title: undefined,
  });
});

test('a file for programs has names of properties, UTC and ids alone', () => {
  expect(settled({ preset: 'machine' })).toMatchObject({ heads: 'names', times: 'utc', names: false });
});

test('in a file for programs labels, local times and names can still be chosen', () => {
  expect(settled({ preset: 'machine', heads: 'labels', times: 'local', names: true })).toMatchObject({
    heads: 'labels',
    times: 'local',
    names: true,
  });
});

test('a decimal comma takes the semicolon with it, and is refused beside a comma between cells', () => {
  expect(settled({ decimalMark: 'comma' })).toMatchObject({ separator: 'semicolon' });
  expect(settled({ decimalMark: 'comma', separator: 'tab' })).toMatchObject({ separator: 'tab' });
  expect(settled({ decimalMark: 'comma', separator: 'comma' })).toBe(
    'A decimal comma needs another separator than the comma: choose semicolon or tab',
  );
});

test('an unknown choice is refused, and no title is empty', () => {
  expect(exportOptionsSchema.safeParse({ colour: 'red' }).success).toBe(false);
  expect(exportOptionsSchema.safeParse({ audience: 'everyone' }).success).toBe(false);
  expect(exportOptionsSchema.safeParse({ title: '  ' }).success).toBe(false);
});

test('a choice that would do nothing is refused, and says why', () => {
  expect(settled({ rates: true })).toMatch(/^Rates are a choice for a client's file/);
  expect(settled({ rates: true, audience: 'internal' })).toMatch(/^Rates are/);
  expect(settled({ rates: true, audience: 'client' })).toMatchObject({ rates: true });
  for (const format of ['json', 'jsonl', 'parquet'] as const) {
    expect(settled({ format, preset: 'excel' })).toMatch(new RegExp(`^A ${format} file is read by programs alone`));
    expect(settled({ format, preset: 'machine' })).toMatchObject({ preset: 'machine' });
  }
  for (const format of ['json', 'xlsx', 'html', 'parquet', 'pdf'] as const)
    expect(settled({ format, separator: 'semicolon' })).toMatch(/^The separator is a choice for CSV/);
  for (const format of ['json', 'xlsx', 'parquet'] as const)
    expect(settled({ format, decimalMark: 'comma' })).toBe(
      `A ${format} file has no decimal mark to choose: leave it out, or choose another format`,
    );
  for (const format of ['pdf', 'html'] as const)
    expect(settled({ format, decimalMark: 'comma' })).toMatchObject({ decimalMark: 'comma' });
  expect(settled({ preset: 'machine', separator: 'tab' })).toMatch(/^The preset "machine" has commas/);
  expect(settled({ preset: 'machine', decimalMark: 'comma' })).toMatch(/^The preset "machine" has commas/);
});

test('choices of one run take the place of a definition’s, and what only its format or audience had goes', () => {
  const own = { format: 'csv', decimalMark: 'comma', separator: 'tab', audience: 'client', rates: true } as const;
  expect(settled(overrideOptions(own, { format: 'xlsx' }))).toMatchObject({ format: 'xlsx', rates: true });
  expect(settled(overrideOptions(own, { audience: 'internal' }))).toMatchObject({ rates: false, separator: 'tab' });
  expect(settled(overrideOptions(own, { format: 'csv' }))).toMatchObject({ separator: 'tab' });
  const drawn = { format: 'pdf', chart: 'bars', signature: true } as const;
  expect(overrideOptions(drawn, { format: 'csv' })).toEqual({ format: 'csv' });
});

test('the first format stands behind a definition that names none: said with a run, it is no other format', () => {
  const own = { preset: 'excel', separator: 'tab', decimalMark: 'comma' } as const;
  expect(overrideOptions(own, { format: 'csv' })).toEqual({ ...own, format: 'csv' });
  expect(overrideOptions(own, { format: 'xlsx' })).toEqual({ format: 'xlsx' });
});

test('a chart is refused where there are no pages, and a report’s own is given to pages alone', () => {
  for (const format of [undefined, 'csv', 'xlsx', 'json'] as const) {
    expect(settled({ format, chart: 'bars' })).toMatch(/^A \w+ file has no page to draw a chart on/);
    expect(settled({ format, chart: 'none' })).not.toHaveProperty('chart');
    expect(addChart({ ...(format && { format }) }, 'bars')).not.toHaveProperty('chart');
  }
  for (const format of ['pdf', 'html'] as const) {
    expect(settled({ format, chart: 'bars' })).toMatchObject({ chart: 'bars' });
    expect(addChart({ format }, 'bars')).toEqual({ format, chart: 'bars' });
  }
  expect(addChart({ format: 'pdf', chart: 'none' }, 'bars')).toMatchObject({ chart: 'none' });
});

test('only Parquet is parted by month, and any other format is refused', () => {
  expect(settled({ format: 'parquet', partition: 'month' })).toMatchObject({ partition: 'month' });
  for (const format of ['csv', 'xlsx', 'pdf', 'html', 'json', 'jsonl'] as const)
    expect(settled({ format, partition: 'month' })).toBe(
      `Only Parquet is written in parts by month, and this file is ${format}: write one file, or choose Parquet`,
    );
});

test('a format of an earlier version is settled as the one that took its place', () => {
  for (const format of ['capsule', 'digest'] as const) {
    expect(settled({ format, decimalMark: 'comma' })).toMatchObject({ format: 'html', decimalMark: 'comma' });
    expect(addChart({ format }, 'bars')).toEqual({ format, chart: 'bars' });
  }
});

test('a definition of months loses them with its format', () => {
  expect(overrideOptions({ format: 'parquet', partition: 'month' }, { format: 'csv' })).toEqual({ format: 'csv' });
});
