import { expect, test } from 'vitest';
import { chooseToHide } from '#ui/shell/Toasts.tsx';

const passing = (id: string) => ({ id, message: '' });
const staying = (id: string) => ({ id, message: '', autoClose: false });

test('for a new toast the oldest that goes by itself gives way, and one that stays only where all of them do', () => {
  expect(chooseToHide([passing('a'), passing('b')])?.id).toBe('a');
  expect(chooseToHide([staying('a'), passing('b'), passing('c')])?.id).toBe('b');
  expect(chooseToHide([staying('a'), staying('b'), passing('c')])?.id).toBe('c');
  expect(chooseToHide([staying('a'), staying('b')])?.id).toBe('a');
});
