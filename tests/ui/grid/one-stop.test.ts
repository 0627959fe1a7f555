/** A group of links and buttons is one stop of the Tab key, wherever one is in it, and arrows walk in it. */
import type { FocusEvent, KeyboardEvent } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { rovingTabIndex } from '#ui/grid/one-stop.ts';

/** As much of an element as is asked here: the tests have no page. */
class Stop {
  readonly attributes = new Map<string, string>();
  readonly name: string;
  readonly focused: Stop[];
  isDisabled = false;
  constructor(name: string, focused: Stop[]) {
    this.name = name;
    this.focused = focused;
  }
  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  toggleAttribute(name: string, isThere: boolean): void {
    if (isThere) this.attributes.set(name, '');
    else this.attributes.delete(name);
  }
  focus(): void {
    this.focused.push(this);
  }
  scrollIntoView(): void {}
}

let tellChange = () => {};
beforeEach(() => {
  vi.stubGlobal('HTMLElement', Stop);
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(onChange: () => void) {
        tellChange = onChange;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});

/** @param rows the names of the stops in each; without a row they are beside each other */
function openGroup(rows: readonly (readonly string[])[], { isTable = true, disabled = [''] } = {}) {
  const focused: Stop[] = [];
  const lines = rows.map((names) => names.map((name) => new Stop(name, focused)));
  const disable = (names: readonly string[]) => {
    for (const stop of lines.flat()) stop.isDisabled = names.includes(stop.name);
  };
  disable(disabled);
  const enabled = (stops: readonly Stop[]) => stops.filter(({ isDisabled }) => !isDisabled);
  const box = {
    querySelectorAll: (selector: string) => {
      if (selector !== 'tr') return enabled(lines.flat());
      return isTable ? lines.map((stops) => ({ querySelectorAll: () => enabled(stops) })) : [];
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a box only what is asked here
  rovingTabIndex.ref(box as unknown as HTMLElement);
  const find = (name: string) => lines.flat().find((stop) => stop.name === name);
  const tell = (name: string, event: object) => ({ currentTarget: box, target: find(name), ...event });
  return {
    listStops: () => enabled(lines.flat()).flatMap((stop) => (stop.getAttribute('tabindex') === '0' ? stop.name : [])),
    disable(...names: readonly string[]) {
      disable(names);
      tellChange();
    },
    visit(name: string) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of an event only what is asked here
      rovingTabIndex.onFocus(tell(name, {}) as unknown as FocusEvent<HTMLElement>);
    },
    press(from: string, key: string, held: object = {}) {
      const event = { key, altKey: false, ctrlKey: false, metaKey: false, ...held };
      const calls = { preventDefault: vi.fn(), stopPropagation: vi.fn() };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of an event only what is asked here
      rovingTabIndex.onKeyDown(tell(from, { ...event, ...calls }) as unknown as KeyboardEvent<HTMLElement>);
      expect(calls.preventDefault).toHaveBeenCalledTimes(focused.length === 0 ? 0 : 1);
      return focused.splice(0).at(-1)?.name;
    },
  };
}

test('the buttons to other rows are one stop at the first rows, between them and at the last', () => {
  const buttons = openGroup([['first', 'previous', 'next', 'last']], {
    isTable: false,
    disabled: ['first', 'previous'],
  });
  expect(buttons.listStops()).toEqual(['next']);
  buttons.visit('next');
  buttons.disable();
  expect(buttons.listStops()).toEqual(['next']);
  buttons.disable('next', 'last');
  expect(buttons.listStops()).toEqual(['first']);
});

test('a table of figures is one stop, which is where one was last', () => {
  const table = openGroup([['Anna', 'a1', 'a2'], ['Bo', 'b1', 'b2'], ['total']]);
  expect(table.listStops()).toEqual(['Anna']);
  table.visit('b2');
  expect(table.listStops()).toEqual(['b2']);
});

test('arrows walk from figure to figure, to the names of the lines, and to the totals', () => {
  const table = openGroup([['Anna', 'a1', 'a2'], ['Bo', 'b1', 'b2'], ['total']]);
  expect(table.press('a1', 'ArrowDown')).toBe('b1');
  expect(table.press('b1', 'ArrowRight')).toBe('b2');
  expect(table.press('b1', 'ArrowLeft')).toBe('Bo');
  expect(table.press('a1', 'End', { ctrlKey: true })).toBe('total');
  expect(table.press('a1', 'ArrowDown', { altKey: true })).toBeUndefined();
  expect(table.press('a1', 'x')).toBeUndefined();
});
