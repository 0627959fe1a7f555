/** Random directories beside random records whose ids they name, and filters by client and team among others. */
import * as fc from 'fast-check';
import type { Directory } from '#domain/people/directory.ts';
import type { Filter, FilterGroups, Operator } from '#domain/filter/model.ts';
import { listFittingOperators } from '#domain/filter/operand.ts';
import { isState, localProperties, stateProperties } from '#domain/local-properties.ts';
import { directoryOf } from './directory.ts';
import { groupsArbitrary, worldArbitrary, type WireRecord } from './filter-worlds.ts';

const clients = ['Élan & Co', 'élan & co', 'Brightwater', "O'Hara", 'Straße', 'İzmir'];
const teams = ['Tax', 'TAX', 'Audit'];
const types = ['deal', 'company', 'project'];
const ids = ['1', '2', '3', '4'];
const owners = ['7', '8', '9', '10'];

/** Some objects and people are named, some of those without client or team; several types share an id. */
export const directoryArbitrary: fc.Arbitrary<Directory> = fc
  .record({
    owners: fc.dictionary(
      fc.constantFrom(...owners),
      fc.record({ name: fc.constant('N'), team: fc.option(fc.constantFrom(...teams)) }),
      { noNullPrototype: true },
    ),
    objects: fc.dictionary(
      fc.tuple(fc.constantFrom(...types), fc.constantFrom(...ids)).map((parts) => parts.join(':')),
      fc.record({ name: fc.constant('N'), client: fc.option(fc.constantFrom(...clients)) }),
      { maxKeys: 8, noNullPrototype: true },
    ),
  })
  .map(directoryOf);

const sometimesUnset = (values: readonly string[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: fc.constant(undefined) });

/** The other random records, with ids that a directory may name. */
export const namedWorldArbitrary: fc.Arbitrary<readonly WireRecord[]> = worldArbitrary.chain((world) =>
  fc
    .array(fc.tuple(sometimesUnset([...types, 'other']), sometimesUnset([...ids, '5']), sometimesUnset(owners)), {
      minLength: world.length,
      maxLength: world.length,
    })
    .map((rows) =>
      world.map((record, index) => {
        const [type, id, owner] = rows[index] ?? [];
        const named = { a552213_assoc_obj_type: type, a552213_assoc_record_id: id, platform_owner_id: owner };
        const known = Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
        const { platform_owner_id: _, a552213_assoc_obj_type: __, ...others } = record.properties;
        return { ...record, properties: { ...others, ...Object.fromEntries(known) } };
      }),
    ),
);

const isSetOperator = (operator: Operator) => operator === 'HAS_PROPERTY' || operator === 'NOT_HAS_PROPERTY';

/** Every operator × property that the service does not know; states are never unset. */
export const localPairs = [...localProperties, ...stateProperties].flatMap((property) =>
  listFittingOperators(property)
    .filter((operator) => !isState(property) || !isSetOperator(operator))
    .map((operator) => ({ property, operator })),
);

const localFilter: fc.Arbitrary<Filter> = fc.constantFrom(...localPairs).chain(({ property, operator }) => {
  const named = { propertyName: property.name, operator };
  const operand = isState(property)
    ? fc.constantFrom('true', 'false')
    : fc.constantFrom(...(property.name === 'team' ? teams : clients), 'Nobody');
  if (isSetOperator(operator)) return fc.constant(named);
  if (operator === 'IN' || operator === 'NOT_IN')
    return fc.array(operand, { minLength: 1, maxLength: 3 }).map((values) => ({ ...named, values }));
  return operand.map((value) => ({ ...named, value }));
});

/** One or two groups, each with a local filter first, then possibly another one or a filter of the catalogue. */
export const localGroupsArbitrary: fc.Arbitrary<FilterGroups> = fc.array(
  fc
    .tuple(
      localFilter,
      fc.option(
        fc.oneof(
          localFilter,
          groupsArbitrary.map((groups) => groups[0]?.filters[0]),
        ),
      ),
    )
    .map(([first, second]) => ({ filters: second ? [first, second] : [first] })),
  { minLength: 1, maxLength: 2 },
);
