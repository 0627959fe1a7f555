import { describe, expect, it } from 'vitest';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { readableProperties } from '#domain/local-properties.ts';
import { listChoices } from '#ui/filters/choices.ts';
import { toDraft, finishDraft, createDraft, listOperators, changeOperator } from '#ui/filters/draft.ts';

const ZONE = 'Europe/Berlin';

describe('a filter being written', () => {
  it('begins with an operator its property takes, for every property', () => {
    for (const { name } of readableProperties) expect(listOperators(name)).toContain(createDraft(name).operator);
  });

  it('says what is missing instead of letting half a filter through', () => {
    const answer = finishDraft(createDraft('a552213_billable_hours'), ZONE);
    expect(answer).toMatchObject({ ok: false, problem: expect.stringContaining('value') });
    expect(finishDraft({ ...createDraft('a552213_billable_hours'), value: 'many' }, ZONE)).toMatchObject({ ok: false });
  });

  it('is a valid filter once finished, and opens again as it was', () => {
    const draft = { ...createDraft('a552213_month_year'), value: '1 Jan 2026', highValue: '1 Mar 2026' };
    const answer = finishDraft(draft, ZONE);
    if (!answer.ok) throw new Error(answer.problem);
    expect(checkFilterGroups([{ filters: [answer.filter] }]).ok).toBe(true);
    expect(toDraft(answer.filter, ZONE)).toEqual(draft);
  });

  it('spans whole days: from the first moment of the first to the last moment of the last', () => {
    const span = { ...createDraft('a552213_first_start_date'), value: '1 Jan 2026', highValue: '2 Jan 2026' };
    expect(finishDraft(span, ZONE)).toMatchObject({
      filter: { value: '2025-12-31T23:00:00Z', highValue: '2026-01-02T22:59:59.999Z' },
    });
    expect(finishDraft({ ...span, value: 'soon' }, ZONE)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('soon'),
    });
  });

  it('picks clients and teams from a list, and never looks for words in them', () => {
    expect(createDraft('client').operator).toBe('IN');
    expect(listOperators('team')).not.toContain('CONTAINS_TOKEN');
    expect(finishDraft({ ...createDraft('client'), values: ['ACME'] }, ZONE)).toEqual({
      ok: true,
      filter: { propertyName: 'client', operator: 'IN', values: ['ACME'] },
    });
  });

  it('keeps what was written when the operator changes', () => {
    const one = { ...createDraft('a552213_title'), operator: 'EQ' as const, value: 'Call' };
    const many = changeOperator(one, 'IN');
    expect(many.values).toEqual(['Call']);
    expect(changeOperator({ ...many, value: '' }, 'EQ').value).toBe('Call');
    expect(changeOperator({ ...many, values: ['Mail', 'Call'] }, 'NOT_IN').values).toEqual(['Mail', 'Call']);
  });
});

describe('the values to choose from', () => {
  const sources = {
    options: ['company', 'deal'],
    occurring: [{ value: '7', records: 3 }],
    chosen: ['9'],
    typed: '',
    nameOf: (value: string) => (value === '7' ? 'Anna Keller' : undefined),
  };

  it('are the chosen ones, those that occur, and those that could', () => {
    expect(listChoices(sources).choices.map(({ value }) => value)).toEqual(['9', '7', 'company', 'deal']);
  });

  it('are found by name as well as by id', () => {
    const found = (typed: string) => listChoices({ ...sources, chosen: [], typed }).choices.map(({ value }) => value);
    expect(found('keller')).toEqual(['7']);
    expect(found('7')).toEqual(['7']);
  });

  it('stay in sight while chosen, whatever is typed', () => {
    expect(listChoices({ ...sources, typed: 'zzz' }).choices.map(({ value }) => value)).toEqual(['9']);
  });
});
