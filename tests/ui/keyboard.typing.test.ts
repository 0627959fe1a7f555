/** A key goes to what takes letters, not to the screen. */
import { beforeEach, expect, test, vi } from 'vitest';
import { isTyping } from '#ui/keyboard.ts';

class Something extends EventTarget {
  readonly tagName: string;
  readonly isContentEditable: boolean;
  constructor(tagName: string, isContentEditable = false) {
    super();
    this.tagName = tagName;
    this.isContentEditable = isContentEditable;
  }
}
class Field extends Something {
  readonly type: string;
  constructor(type: string) {
    super('INPUT');
    this.type = type;
  }
}

beforeEach(() => {
  vi.stubGlobal('HTMLElement', Something);
  vi.stubGlobal('HTMLInputElement', Field);
});

test.each(['text', 'search', 'password', 'number'])('a field of %s takes letters', (type) => {
  expect(isTyping(new Field(type))).toBe(true);
});

test.each(['checkbox', 'radio'])('a %s takes none: Ctrl+Z there undoes the last step', (type) => {
  expect(isTyping(new Field(type))).toBe(false);
});

test('a text area, a list and text that can be edited take letters, a button and nothing do not', () => {
  expect(['TEXTAREA', 'SELECT', 'BUTTON'].map((tag) => isTyping(new Something(tag)))).toEqual([true, true, false]);
  expect(isTyping(new Something('DIV', true))).toBe(true);
  expect(isTyping(null)).toBe(false);
});
