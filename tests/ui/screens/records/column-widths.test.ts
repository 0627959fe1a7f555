import { describe, expect, it } from 'vitest';
import { requireProperty } from '#domain/properties.ts';
import { fitColumns, measureFigure } from '#ui/screens/records/column-widths.ts';

const column = (name: string, content: number) => ({ property: requireProperty(name), header: 40, content });
const columns = [
  column('first_start_date', 80),
  column('service_name', 300),
  column('title', 900),
  column('billable_amount', 110),
];
const widths = (room: number, dragged: Readonly<Record<string, number>> = {}) =>
  fitColumns(columns, { room, numberWidth: 60, dragged });
const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);

describe('the widths of columns', () => {
  it('fill the window: the title takes what is left', () => {
    for (const room of [1024, 1280, 1440, 1920]) expect(60 + sum(widths(room))).toBe(room);
  });

  it('share what the title does not need', () => {
    const at = (room: number) => widths(room, { [requireProperty('service_name').name]: 200 });
    const [narrow, wide] = [at(1800), at(2560)];
    // A width that was dragged stays; each of the others has a third.
    expect(wide.map((width, index) => width - (narrow[index] ?? 0))).toEqual([253, 0, 254, 253]);
  });

  it('cut texts before figures', () => {
    const [start = 0, service = 0, title = 0, amount = 0] = widths(420);
    expect(start).toBeGreaterThanOrEqual(80);
    expect(amount).toBeGreaterThanOrEqual(110);
    expect(service).toBe(104);
    expect(title).toBe(88);
  });

  it('stay as they were dragged', () => {
    const name = requireProperty('title').name;
    expect(widths(1440, { [name]: 200 })[2]).toBe(200);
    expect(widths(1440, { [name]: 200 })[1]).toBeGreaterThan(widths(1440)[1] ?? 0);
  });

  it('have room for every digit', () => {
    expect(measureFigure('1,234,567.89')).toBeGreaterThan(measureFigure('12345678'));
  });
});
