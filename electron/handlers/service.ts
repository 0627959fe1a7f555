/** Live questions to the service: each costs what it says, and the records it brings are kept. */
import type { Handlers, Output } from '../../src/contract/api.ts';
import { declaredProperties, ID_PROPERTY } from '../../src/domain/properties.ts';
import type { Page } from '../client/client.ts';
import type { Parts } from './parts.ts';
import { checkedGroups, knownName, sortOf } from './selection.ts';

const everyProperty = declaredProperties.map(({ name }) => name);

export function serviceHandlers(
  parts: Parts,
): Pick<Handlers, 'service.list' | 'service.search' | 'lookup.run' | 'data.verify'> {
  const named = (properties: readonly string[] | undefined) => properties?.map(knownName) ?? everyProperty;
  return {
    'service.list': async ({ limit, after, properties }) => {
      const asked = { limit, properties: named(properties), ...(after !== undefined && { after }) };
      const page = await (await parts.workspace().client()).list(asked);
      return livePage(page);
    },
    'service.search': async ({ filterGroups, query, sort, limit, after, properties }) => {
      const order = sortOf(sort);
      const groups = checkedGroups(filterGroups);
      const page = await (
        await parts.workspace().client()
      ).search({
        filterGroups: groups,
        query,
        limit,
        properties: named(properties),
        ...(order && { sorts: [order] }),
        ...(after !== undefined && { after }),
      });
      return livePage(page);
    },
    'lookup.run': async ({ ids, idProperty, properties, propertiesWithHistory }) => {
      const client = await parts.workspace().client();
      const { received, missing, failed, requestsUsed } = await client.batchRead({
        ids,
        properties: named(properties),
        ...(idProperty !== undefined && { idProperty: knownName(idProperty) }),
        ...(propertiesWithHistory && { propertiesWithHistory: propertiesWithHistory.map(knownName) }),
      });
      return {
        found: [...received],
        missing: [...missing],
        failed: failed.map((each) => ({ ...each, ids: [...each.ids] })),
        requestsUsed,
      };
    },
    'data.verify': async ({ filterGroups }) => {
      const workspace = parts.workspace();
      const groups = checkedGroups(filterGroups);
      const client = await workspace.client();
      const { total = 0 } = await client.search({ filterGroups: groups, limit: 1, properties: [ID_PROPERTY] });
      const held = await workspace.snapshot.countSelected({ groups, query: '', zone: workspace.zone });
      return { held, total, equal: held === total };
    },
  };
}

function livePage({ received, total, after }: Page): Output<'service.search'> {
  return {
    results: [...received],
    ...(total !== undefined && { total }),
    ...(after !== undefined && { paging: { next: { after } } }),
  };
}
