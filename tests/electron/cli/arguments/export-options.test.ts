import { expect, test } from 'vitest';
import { readExportOptions } from '#electron/cli/arguments/export-options.ts';

const asked = (format: string) => ({ options: new Map([['format', format]]), positionals: [] });

test('a format of an earlier version is taken, for files that end as the one that took its place', () => {
  for (const format of ['capsule', 'digest']) {
    expect(readExportOptions(asked(format), '/tmp/october.html')).toEqual({ format });
    expect(readExportOptions(asked(format), '/tmp/october.digest.html')).toEqual({ format });
    expect(() => readExportOptions(asked(format), '/tmp/october.csv')).toThrow();
  }
  expect(() => readExportOptions(asked('docx'), '/tmp/october.html')).toThrow();
});
