/** Live questions to the service: each costs what it says. */
import { everyProperty, findKnownNumbers, listLive, lookUp, searchLive, verifyCount } from '../questions/service.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';
import { checkedGroups, knownName, toSortOrder } from './shared/selection.ts';

export function serviceHandlers(
  parts: Parts,
): Pick<Handlers, 'service.list' | 'service.search' | 'lookup.known' | 'lookup.run' | 'data.verify'> {
  const named = (properties: readonly string[] | undefined) => properties?.map(knownName) ?? everyProperty;
  return {
    'service.list': async ({ limit, after, properties }) =>
      listLive(parts.workspace(), { limit, properties: named(properties), ...(after !== undefined && { after }) }),
    'service.search': async ({ filterGroups, query, sort, limit, after, properties }) => {
      const order = toSortOrder(sort, knownName);
      return searchLive(parts.workspace(), {
        filterGroups: checkedGroups(filterGroups),
        query,
        limit,
        properties: named(properties),
        ...(order && { sorts: [order] }),
        ...(after !== undefined && { after }),
      });
    },
    'lookup.known': async ({ numbers }, signal) => findKnownNumbers(parts.workspace(), numbers, signal),
    'lookup.run': async ({ ids, idProperty, properties, propertiesWithHistory }) =>
      lookUp(parts.workspace(), {
        ids,
        properties: named(properties),
        ...(idProperty !== undefined && { idProperty: knownName(idProperty) }),
        ...(propertiesWithHistory && { propertiesWithHistory: propertiesWithHistory.map(knownName) }),
      }),
    'data.verify': async ({ filterGroups }) => verifyCount(parts.workspace(), checkedGroups(filterGroups)),
  };
}
