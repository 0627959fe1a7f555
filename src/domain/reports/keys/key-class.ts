/**
 * Finds which keys of a group one filter selects together: a line is its filter. Texts are compared regardless of case (blanks count, as in
 * the filter), everything else exactly.
 */
import { chooseComparison } from '#domain/filter/operand.ts';
import { foldCase } from '#domain/filter/text.ts';
import { toObjectKey, parseObjectKey } from '#domain/people/directory.ts';
import { findDimension, type Dimension } from '../definition/dimensions.ts';

/** @returns undefined where a key has one spelling only. */
export function findKeyFolding(dimension: Dimension): ((key: string) => string) | undefined {
  switch (dimension.kind) {
    case 'client':
    case 'team':
      return foldCase;
    case 'object':
      return foldObject;
    case 'property':
      return chooseComparison(dimension.property) === 'string' ? foldCase : undefined;
    case 'time':
      return undefined;
  }
}

/** An object's type is an enumeration, which is compared exactly. */
function foldObject(key: string): string {
  const { type, id } = parseObjectKey(key);
  return toObjectKey(type, foldCase(id));
}

/** Whether two keys of a group are the same line. @param name the dimension's name */
export function isSameKey(name: string, a: string | null, b: string | null): boolean {
  if (a === b) return true;
  const dimension = findDimension(name);
  const fold = dimension && findKeyFolding(dimension);
  return fold !== undefined && a !== null && b !== null && fold(a) === fold(b);
}
