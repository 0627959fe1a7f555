import { describe, expect, it, test } from 'vitest';
import { isWorkspaceName } from '#domain/name-schema.ts';
import { chooseFreeName, nameAfterHost } from '#ui/screens/workspaces/ServiceForm.tsx';

describe('the name offered for a saved workspace', () => {
  it.each([
    [[], 'default'],
    [['default'], 'saved'],
    [['default', 'saved'], 'saved-2'],
    [['default', 'saved', 'saved-2'], 'saved-3'],
  ])('beside %j is %s', (taken, name) => {
    expect(chooseFreeName(taken)).toBe(name);
    expect(isWorkspaceName(name)).toBe(true);
  });
});

test.each([
  ['https://Timelogs.Example.com', 'timelogs-example-com'],
  ['http://127.0.0.1:4711', '127-0-0-1-4711'],
  ['http://[::1]:80', '1'],
  [`https://${'long-'.repeat(11)}name.example`, 'long-long-long-long-long-long-long-l'],
  ['https://', ''],
  ['no address', ''],
])('a service at %s is called %s', (address, name) => {
  expect(nameAfterHost(address, [])).toBe(name);
  if (name !== '') expect(isWorkspaceName(name)).toBe(true);
});

test('a second one of the same host gets a number', () => {
  expect(nameAfterHost('https://a.example', ['a-example', 'a-example-2'])).toBe('a-example-3');
});
