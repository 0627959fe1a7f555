import { describe, expect, it } from 'vitest';
import { addFiles, chooseAmong } from '#ui/screens/exports/use-file-check.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const choose = (...names: string[]) => {
  const choice = chooseAmong(named(...names));
  return choice.ok ? [choice.value.file, ...choice.value.companions].map(({ name }) => name) : choice.problem;
};

describe('chooseAmong', () => {
  it('takes a file with its manifest and signature, in whatever order they come, and leaves out what is not asked', () => {
    const names = ['a.csv.manifest.json.sig', 'a.csv.datapackage.json', 'a.csv', 'a.csv.manifest.json'];
    expect(choose(...names)).toEqual(['a.csv', 'a.csv.manifest.json', 'a.csv.manifest.json.sig']);
  });

  it.each(['pack.zip', 'PACK.ZIP', 'capsule.html', 'a.csv'])('takes %s by itself', (name) => {
    expect(choose(name)).toEqual([name]);
  });

  it('takes exported JSON for a file, and never for a manifest', () => {
    expect(choose('a.json', 'a.json.manifest.json')).toEqual(['a.json', 'a.json.manifest.json']);
  });

  it.each([
    [['a.csv', 'b.csv.manifest.json'], 'b.csv.manifest.json does not belong to a.csv'],
    [['a.csv', 'b.csv', 'a.csv.manifest.json'], 'a.csv and b.csv were chosen'],
    [['a.csv.manifest.json'], 'a.csv.manifest.json is only a manifest or a signature'],
  ])('says what is lacking of %j', (names, problem) => {
    expect(choose(...names)).toContain(problem);
  });
});

describe('addFiles', () => {
  it('adds a manifest to the file before it, in place of an earlier one; another file begins anew', () => {
    const [file, first] = named('a.csv', 'a.csv.manifest.json');
    const second = { name: 'a.csv.manifest.json' };
    expect(addFiles([file!, first!], [second])[1]).toBe(second);
    expect(addFiles([file!, first!], named('b.csv'))).toEqual(named('b.csv'));
  });
});
