import { describe, expect, it } from 'vitest';
import { readReportFile } from '#ui/screens/reports/read-report-file.ts';

const right = {
  format: 'timelog-report',
  version: 1,
  name: 'By month',
  report: { measures: ['billable_value'], groupBy: ['month'] },
};
const problem = (given: unknown) => {
  const answer = readReportFile(typeof given === 'string' ? given : JSON.stringify(given));
  return answer.ok ? '' : answer.problem;
};

describe('a report’s file', () => {
  it('is read with what was left out filled in, a byte order mark or not', () => {
    for (const text of [JSON.stringify(right), `\uFEFF${JSON.stringify(right)}`]) {
      const answer = readReportFile(text);
      expect(answer).toMatchObject({ ok: true, file: { name: 'By month', view: { chart: 'none', heat: false } } });
    }
  });

  it('says where it is wrong, in one sentence', () => {
    expect(problem('hello')).toContain('not JSON');
    expect(problem({ ...right, version: 2 })).toBe('At version: it must be 1.');
    expect(problem({ ...right, name: undefined })).toBe('At name: this is missing.');
    expect(problem({ ...right, report: { ...right.report, measures: ['records', 7] } })).toBe(
      'At report.measures[1]: a text is expected here.',
    );
    expect(problem({ ...right, report: { ...right.report, measures: [] } })).toBe(
      'At report.measures: this is empty or too small.',
    );
    expect(problem({ ...right, report: { ...right.report, mesures: [] } })).toBe(
      'At report: a report has nothing called mesures.',
    );
    expect(problem({ ...right, view: { chart: 'pie' } })).toMatch(
      /^At view\.chart: it must be "none", .* or "multiples"\.$/,
    );
  });

  it('says how much more is wrong than the first thing', () => {
    expect(problem({ format: 'timelog-report', version: 1 })).toMatch(
      /^At name: this is missing\. One more thing is wrong\.$/,
    );
  });

  it('names a measure or group that does not exist', () => {
    expect(problem({ ...right, report: { measures: ['profit'] } })).toContain('"profit"');
    expect(problem({ ...right, report: { measures: ['records'], groupBy: ['moon'] } })).toContain('"moon"');
  });
});
