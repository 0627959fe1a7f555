/**
 * Finds which keys of a group one filter selects together: a line is its filter. Texts are compared regardless of case (blanks count, as in
 * the filter), everything else exactly.
 */
import { chooseComparison } from '../../filter/operand.ts';
import { foldCase } from '../../filter/text.ts';
import { objectKey, objectOfKey } from '../../people/directory.ts';
import { findDimension, type Dimension } from '../definition/dimensions.ts';

/** @returns undefined where a key has one spelling only. */
export function keyFolding(dimension: Dimension): ((key: string) => string) | undefined {
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

/** A type is an enumeration, which is compared exactly. */
function foldObject(key: string): string {
  const { type, id } = objectOfKey(key);
  return objectKey(type, foldCase(id));
}

/** Whether two keys of a group are the same line. @param name of the dimension */
export function isSameKey(name: string, a: string | null, b: string | null): boolean {
  if (a === b) return true;
  const dimension = findDimension(name);
  const fold = dimension && keyFolding(dimension);
  return fold !== undefined && a !== null && b !== null && fold(a) === fold(b);
}
