/** People, clients and objects of the directory in the palette: people and clients lead to their pages, objects to their records of all time. */
import { IconBriefcase, IconBuilding, IconUser } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Filter } from '#domain/filter/model.ts';
import { parseObjectKey } from '#domain/people/directory.ts';
import { propertyNames } from '#domain/property-names.ts';
import { paletteTexts as texts } from '#texts/screens/shell/palette.ts';
import { useNames, type Names } from '#ui/names.ts';
import { ALL_TIME } from '#ui/period/view-period.ts';
import { navigate } from '#ui/routing/hash-location.ts';
import { addressOfSubject, paths } from '#ui/routing/paths.ts';
import { toAddress } from '#ui/routing/view.ts';
import { emptyView } from '#ui/routing/view-state.ts';
import type { PaletteGroup } from './find-actions.ts';
import { iconProps } from './icon-props.ts';

export function useNameGroups(): readonly PaletteGroup[] {
  const { directory } = useNames();
  return useMemo(() => [peopleGroup(directory), clientGroup(directory), objectGroup(directory)], [directory]);
}

const openRecords = (...filters: readonly Filter[]) =>
  navigate(toAddress(paths.records, { ...emptyView, period: ALL_TIME, filterGroups: [{ filters }] }));

function peopleGroup({ owners }: Names): PaletteGroup {
  return {
    group: texts.people,
    onlyTyped: true,
    actions: Object.entries(owners).map(([id, { name, team }]) => ({
      id: `person-${id}`,
      label: name,
      description: texts.pageOf(team),
      keywords: [id],
      leftSection: <IconUser {...iconProps} />,
      onClick: () => navigate(addressOfSubject('person', id)),
    })),
  };
}

function clientGroup({ objects }: Names): PaletteGroup {
  const clients = [...new Set(Object.values(objects).flatMap(({ client }) => client ?? []))];
  return {
    group: texts.clients,
    onlyTyped: true,
    actions: clients
      .toSorted((a, b) => a.localeCompare(b))
      .map((client) => ({
        id: `client-${client}`,
        label: client,
        description: texts.pageOf(null),
        leftSection: <IconBuilding {...iconProps} />,
        onClick: () => navigate(addressOfSubject('client', client)),
      })),
  };
}

function objectGroup({ objects }: Names): PaletteGroup {
  return {
    group: texts.objects,
    onlyTyped: true,
    actions: Object.entries(objects).map(([key, { name, client }]) => {
      const { type, id } = parseObjectKey(key);
      return {
        id: `object-${key}`,
        label: name,
        description: texts.objectOf(type, id, client),
        leftSection: <IconBriefcase {...iconProps} />,
        onClick: () =>
          openRecords(
            { propertyName: propertyNames.objectType, operator: 'IN', values: [type] },
            { propertyName: propertyNames.objectId, operator: 'IN', values: [id] },
          ),
      };
    }),
  };
}
