/** The walls that no linter's rule can state: they hold for the house as it stands. */
import { describe, expect, it } from 'vitest';
import { measureHouse } from '#build/house/figures.ts';

const figures = measureHouse();
const listOf = (name: string) => figures.find((figure) => figure.name === name)?.list;

describe('the house', () => {
  it.each([
    'folders of more than 25 files',
    'files in import circles, of types alone included',
    'folders tied both ways',
    'tests where what they test stands',
    'comments with nobody, whoever, somebody',
    'props of more than 8 members',
  ])('has no place that breaks a wall: %s', (name) => {
    expect(listOf(name)).toEqual([]);
  });
});
