/**
 * Marks ids without a name: a click, or N on their line, opens the naming dialog. One listener serves all of them (shell/Shell.tsx), so that
 * table rows get no extra tab stops. Pure.
 */
import { parseObjectKey, findOwner, findObject, type Directory } from '#domain/people/directory.ts';
import type { NamedId } from '#domain/people/names-table.ts';
import { PERSON, OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { OBJECT_DIMENSION } from '#domain/reports/definition/dimensions.ts';
import { namingTexts as texts } from '#texts/screens/people.ts';

/** An id without a name. The kind of an object is unknown if only its id is shown. */
export interface BareId extends Omit<NamedId, 'kind'> {
  readonly kind: string | undefined;
}

/**
 * @param property a person's id, an object's id, or the dimension of objects, whose values are `type:id`
 * @param objectType the type of the object, if known
 */
export function findBareId(
  directory: Directory,
  {
    property,
    value,
    objectType,
  }: { property: string; value: string | null | undefined; objectType?: string | undefined },
): BareId | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (property === OWNER_PROPERTY) return findOwner(directory, value) ? undefined : { kind: PERSON, id: value };
  if (property === OBJECT_DIMENSION) {
    const { type, id } = parseObjectKey(value);
    return findObject(directory, type, id) ? undefined : { kind: type, id };
  }
  if (property !== propertyNames.objectId) return undefined;
  const isNamed =
    objectType === undefined
      ? Object.keys(directory.objects).some((key) => parseObjectKey(key).id === value)
      : findObject(directory, objectType, value) !== undefined;
  return isNamed ? undefined : { kind: objectType, id: value };
}

const BARE = 'data-bare-id';

/** @returns attributes for the element that shows the id; none for an id with a name */
export function markBareId(bare: BareId | undefined): { readonly [BARE]?: string; readonly title?: string } {
  return bare ? { [BARE]: `${bare.kind ?? ''}:${bare.id}`, title: texts.hint(bare.id) } : {};
}

export function readBareId(element: Element | null | undefined): BareId | undefined {
  const text = element?.getAttribute(BARE);
  if (text === null || text === undefined) return undefined;
  const { type, id } = parseObjectKey(text);
  return { kind: type === '' ? undefined : type, id };
}

export const BARE_SELECTOR = `[${BARE}]`;
