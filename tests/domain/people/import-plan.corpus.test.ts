/** Sixty lists as others write them: none is read wrong in silence, and nearly all are right at once or after one mapping. */
import { expect, it, test } from 'vitest';
import { readTableFile } from '#electron/cli/names-file.ts';
import { emptyDirectory, type Directory } from '#domain/people/directory.ts';
import { chooseSheet, mapByHand, planImport, type ImportPlan } from '#domain/people/import-plan.ts';
import { collectKnownIds } from '#domain/people/list-columns.ts';
import { guessColumns } from '#domain/people/list-columns.ts';
import { knownIds, namesLists, type NamesList } from '#tests/support/names/lists.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const recorded = Object.entries(knownIds).flatMap(([kind, ids]) => Object.keys(ids).map((id) => ({ kind, id })));
const known = collectKnownIds(recorded, emptyDirectory);

interface Read extends Pick<ImportPlan, 'refused'> {
  /** A person is asked before anything is saved. */
  readonly isAsked: boolean;
  readonly directory: Directory;
}

async function read({ bytes }: NamesList, map?: string, kind?: string): Promise<Read> {
  const file = await readTableFile(bytes);
  if (!file.ok) throw new Error(file.problem);
  const lines = file.sheets[chooseSheet(file.sheets, known)]?.lines ?? [];
  const byHand = map === undefined ? undefined : mapByHand(lines, guessColumns(lines, known), map);
  if (byHand?.ok === false) throw new Error(byHand.problem);
  const reading = guessColumns(lines, known, { ...byHand?.said, kind });
  const plan = planImport(lines, reading, { directory: emptyDirectory, known, kind });
  return {
    isAsked: reading.doubts.length > 0 || plan.refused.some(({ isLeftOut }) => !isLeftOut),
    directory: directoryOf(plan.change as Parameters<typeof directoryOf>[0]),
    refused: plan.refused,
  };
}

const isSame = (one: Directory, other: Directory) => JSON.stringify(toSorted(one)) === JSON.stringify(toSorted(other));
const toSorted = ({ owners, objects }: Directory) =>
  [owners, objects].map((entries) => Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Values that are not in the truth. */
function findWrong(directory: Directory, truth: Directory): string[] {
  const wrongIn = (read: object, right: object) =>
    Object.entries(read).flatMap(([id, entry]) =>
      Object.entries(entry as object)
        .filter(
          ([field, value]) =>
            value !== null && (right as Record<string, Record<string, unknown>>)[id]?.[field] !== value,
        )
        .map(([field, value]) => `${id} ${field} ${String(value)}`),
    );
  return [...wrongIn(directory.owners, truth.owners), ...wrongIn(directory.objects, truth.objects)];
}

it.each(namesLists.map((list) => [list.name, list] as const))(
  '%s: nothing is read wrong in silence',
  async (_, list) => {
    const truth = directoryOf(list.truth);
    const { isAsked, directory, refused } = await read(list);
    if (!isAsked) expect(findWrong(directory, truth)).toEqual([]);
    const said = refused.map(({ what }) => what).join('\n');
    for (const id of isAsked ? [] : (list.leftOut ?? [])) expect(said).toContain(`"${id}"`);
  },
);

test('nearly all are right at once, or after one mapping', async () => {
  const rights = await Promise.all(
    namesLists.map(async (list) => {
      const truth = directoryOf(list.truth);
      const once = await read(list);
      if (!once.isAsked && isSame(once.directory, truth)) return 'at once';
      const mapped = list.map === undefined ? undefined : await read(list, list.map, list.kind);
      return mapped && isSame(mapped.directory, truth) ? 'mapped' : list.name;
    }),
  );
  const right = rights.filter((how) => how === 'at once' || how === 'mapped');
  expect(rights.filter((how) => how !== 'at once' && how !== 'mapped')).toEqual([]);
  expect(right.length / namesLists.length).toBeGreaterThanOrEqual(0.95);
  expect(rights.filter((how) => how === 'at once').length / namesLists.length).toBeGreaterThanOrEqual(0.85);
});
