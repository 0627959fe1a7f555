import { describe, expect, test } from 'vitest';
import { compareCodePoints, toVisibleText } from '#domain/spelling.ts';

describe('what cannot be seen in a text', () => {
  test.each([
    ['Audit ', 'Audit‹blank›'],
    ['  Audit', '‹2 blanks›Audit'],
    ['Tax  and Law', 'Tax ‹blank›and Law'],
    [' ', '‹blank›'],
    ['Audit\u00a0fee', 'Audit‹NBSP›fee'],
    ['Au\u200bdit', 'Au‹ZWSP›dit'],
    ['Au\u200ddit', 'Au‹ZWJ›dit'],
    ['\u202eAudit\u2069', '‹U+202E›Audit‹U+2069›'],
    ['Audit\u200f', 'Audit‹RLM›'],
    ['line\nbreak\t', 'line‹LF›break‹TAB›'],
    ['\ufeffAudit\u0000', '‹BOM›Audit‹U+0000›'],
    ['Audit\u3000', 'Audit‹U+3000›'],
    ['Cafe\u0301', 'Cafe‹U+0301›'],
    ['half \ud83e', 'half ‹U+D83E›'],
    ['\u3164', '‹U+3164›'],
  ])('%j is made visible', (text, shown) => {
    expect(toVisibleText(text)).toBe(shown);
  });

  test.each([
    'Audit',
    'Tax & Law',
    'Café Über Straße',
    '日本 語',
    '👨‍👩‍👧 team',
    '❤️ care',
    '1️⃣ first',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'می‌خواهم',
    'क्‍ष',
    '',
  ])('%j is left as it is', (text) => {
    expect(toVisibleText(text)).toBe(text);
  });

  test('keeps texts apart that differ in nothing else', () => {
    const texts = ['Audit', 'Audit ', ' Audit', 'Audit\u00a0', 'Audit\u200b', 'Audit\u200e', '\ufeffAudit', 'Audit  '];
    expect(new Set(texts.map(toVisibleText)).size).toBe(texts.length);
  });
});

test('texts are ordered by code points, those of further planes last, shorter ones first', () => {
  const texts = ['b', '\u{1f600}', '\uff21', 'ab', 'a', 'B', ''];
  expect(texts.toSorted(compareCodePoints)).toEqual(['', 'B', 'a', 'ab', 'b', '\uff21', '\u{1f600}']);
});
