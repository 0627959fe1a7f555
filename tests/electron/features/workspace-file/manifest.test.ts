/** What the manifest of a saved workspace may say: everything else in it is refused before a record is read. */
import { describe, expect, test } from 'vitest';
import { FileFault } from '#electron/features/workspace-file/parts.ts';
import {
  columnNames,
  isOlder,
  toPartName,
  printManifest,
  readManifest,
  VERSION,
} from '#electron/features/workspace-file/manifest.ts';
import { AppFailure } from '#contract/errors.ts';

const part = { lines: 1, bytes: 1, textBytes: 1, sha256: 'a'.repeat(64) };
const manifest = {
  baseUrl: 'https://records.example',
  records: 2,
  complete: true,
  asOf: '2026-11-20T08:00:00.000Z',
  savedAt: '2026-11-20T09:00:00.000Z',
  appVersion: 'x'.repeat(100),
  columns: [...columnNames],
  figures: { records: 2, waiting: 0, removed: 0, sums: { a552213_total_minutes: null } },
  parts: { records: [part], waiting: [], workspace: [part], changes: [], sent: [], closings: [] },
};
const print = (change: object) => JSON.stringify({ ...JSON.parse(printManifest(manifest)), ...change });
const withFigures = (change: object) => ({ figures: { ...manifest.figures, ...change } });
const withPart = (change: object) => ({ parts: { ...manifest.parts, records: [{ ...part, ...change }] } });

test('a manifest is read as it was printed', () => {
  expect(readManifest(printManifest(manifest))).toMatchObject(manifest);
  expect(readManifest(print({ asOf: null, complete: false }))).toMatchObject({ asOf: null });
});

describe('a manifest is refused', () => {
  test.each<[string, object]>([
    ['of another format', { format: 'timelog-export' }],
    ['with a member that none has', { more: 1 }],
    ['with a version that is no number', { version: String(VERSION) }],
    ['with an address that is no text', { baseUrl: 7 }],
    ['with a part of a record', { records: 1.5 }],
    ['with fewer records than none', { records: -1 }],
    ['that does not say whether all is there', { complete: 'yes' }],
    ['as of a day without a time', { asOf: '2026-11-20' }],
    ['saved at no time', { savedAt: 'today' }],
    ['with a version of the program that is no version', { appVersion: 'x'.repeat(101) }],
    ['with more columns than any record has', { columns: Array.from({ length: 1001 }, String) }],
    ['with a column of an endless name', { columns: ['x'.repeat(201)] }],
    ['with figures that none has', withFigures({ more: 1 })],
    ['with fewer records in its figures than none', withFigures({ records: -1 })],
    ['with fewer waiting than none', withFigures({ waiting: -1 })],
    ['with fewer removed than none', withFigures({ removed: -1 })],
    ['with a sum that is a number', withFigures({ sums: { a552213_total_minutes: 1 } })],
    ['with a kind of parts that none has', { parts: { ...manifest.parts, more: [] } }],
    ['with a part without lines', withPart({ lines: 0 })],
    ['with a part without bytes', withPart({ bytes: 0 })],
    ['with a part without text', withPart({ textBytes: 0 })],
    ['with a digest that is none', withPart({ sha256: 'A'.repeat(64) })],
    ['with a digest that goes on', withPart({ sha256: 'a'.repeat(65) })],
  ])('%s', (_, change) => {
    expect(() => readManifest(print(change))).toThrow(FileFault);
  });

  test('that is no JSON', () => {
    for (const read of [readManifest, isOlder]) expect(() => read('{')).toThrow(FileFault);
  });

  test('of a newer version as that, and known as older where it is', () => {
    const failureOf = (text: string) => {
      try {
        return readManifest(text);
      } catch (error) {
        return error instanceof AppFailure ? error.error.code : error;
      }
    };
    expect(failureOf(print({ version: VERSION + 1, more: 1 }))).toBe('store-newer');
    expect(failureOf(print({ version: 1 }))).toBeInstanceOf(FileFault);
    expect([1, 2, VERSION, VERSION + 1].map((version) => isOlder(print({ version })))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(isOlder(print({ version: 1, format: 'other' }))).toBe(false);
  });
});

test('parts are named by their kind and place, from one on', () => {
  expect([toPartName('records', 0), toPartName('waiting', 99_999)]).toEqual([
    'records-00001.ndjson.gz',
    'waiting-100000.ndjson.gz',
  ]);
});
