/** Filters the palette by the typed words, each of which must begin a word; case and accents do not matter. Pure. */
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { IconBriefcase, IconBuilding, IconUser } from '@tabler/icons-react';
import { useMemo } from 'react';
import { listSearchWords, joinSearchWords } from '#domain/filter/search.ts';
import type { Filter } from '#domain/filter/model.ts';
import { parseObjectKey } from '#domain/people/directory.ts';
import { propertyNames } from '#domain/properties.ts';
import { paletteTexts as texts } from '#texts/screens/shell.ts';
import { useNames, type Names } from '../names.ts';
import { ALL_TIME } from '../period/view-period.ts';
import { navigate } from '../routing/hash-location.ts';
import { toSubjectAddress, paths } from '../routing/paths.ts';
import { toAddress, emptyView } from '../routing/view-state.ts';

export interface PaletteGroup extends SpotlightActionGroupData {
  readonly actions: SpotlightActionData[];
  /** Hides a long group until something is typed. */
  readonly onlyTyped?: boolean;
  /** Exempts a group that is made from the typed text from filtering. */
  readonly isAnswer?: boolean;
}

/** The maximum per group once something is typed, because typing more narrows better than scrolling. */
const MAX = 8;
/** If this many names match, matches in other texts are omitted. */
const ENOUGH = 5;

/** Lists matching names before matches in other texts. */
export function findActions(typed: string, groups: readonly PaletteGroup[]): SpotlightActionGroupData[] {
  const words = listSearchWords(typed);
  if (words.length === 0) return groups.filter(({ onlyTyped, isAnswer }) => !onlyTyped && !isAnswer);
  const fits = (texts: readonly (string | undefined)[]) => {
    const searched = joinSearchWords(texts);
    return words.every((word) => searched.includes(` ${word}`));
  };
  const judged = groups.map((group) => ({
    ...group,
    named: group.actions.filter(({ label }) => fits([label])),
    others: group.actions.filter(
      (action) => !fits([action.label]) && fits([action.label, action.description, ...[action.keywords ?? []].flat()]),
    ),
  }));
  const isEnough = judged.reduce((sum, { named, isAnswer }) => sum + (isAnswer ? 0 : named.length), 0) >= ENOUGH;
  const exactName = joinSearchWords([words.join(' ')]);
  const isExact = ({ label }: SpotlightActionData) => joinSearchWords([label]) === exactName;
  const ordered = judged.map((judgedAction) => ({ ...judgedAction, named: moveToFront(isExact, judgedAction.named) }));
  return moveToFront(({ named }) => named.some(isExact), ordered).flatMap(
    ({ group, actions, isAnswer, named, others }) => {
      const best = isAnswer ? actions : [...named, ...(isEnough ? [] : others)].slice(0, MAX);
      return best.length === 0 ? [] : [{ group, actions: best }];
    },
  );
}

/** Puts exact names first, because Enter takes the first action. */
function moveToFront<Item>(isFirst: (item: Item) => boolean, items: readonly Item[]): Item[] {
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
}

/** People, clients and objects of the directory in the palette: people and clients lead to their pages, objects to their records of all time. */
export function useNameGroups(): readonly PaletteGroup[] {
  const { directory } = useNames();
  return useMemo(
    () => [createPeopleGroup(directory), createClientGroup(directory), createObjectGroup(directory)],
    [directory],
  );
}

const openRecords = (...filters: readonly Filter[]) =>
  navigate(toAddress(paths.records, { ...emptyView, period: ALL_TIME, filterGroups: [{ filters }] }));

function createPeopleGroup({ owners }: Names): PaletteGroup {
  return {
    group: texts.people,
    onlyTyped: true,
    actions: Object.entries(owners).map(([id, { name, team }]) => ({
      id: `person-${id}`,
      label: name,
      description: texts.pageOf(team),
      keywords: [id],
      leftSection: <IconUser {...iconProps} />,
      onClick: () => navigate(toSubjectAddress('person', id)),
    })),
  };
}

function createClientGroup({ objects }: Names): PaletteGroup {
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
        onClick: () => navigate(toSubjectAddress('client', client)),
      })),
  };
}

function createObjectGroup({ objects }: Names): PaletteGroup {
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

export const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
