/** Narrows the palette to what was typed, by the rule of the search: each word begins a word, without case and accents. Pure. */
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
import { addressOfSubject, paths } from '../routing/paths.ts';
import { toAddress, emptyView } from '../routing/view-state.ts';

export interface PaletteGroup extends SpotlightActionGroupData {
  readonly actions: SpotlightActionData[];
  /** Too many to be listed before anything is typed. */
  readonly onlyTyped?: boolean;
  /** Made from what was typed: nothing of it is narrowed. */
  readonly isAnswer?: boolean;
}

/** The most of one group that is listed once something is typed: the next letter narrows better than scrolling does. */
const MOST = 8;
/** Where as many names fit, what only mentions the words would stand between them. */
const ENOUGH = 5;

/** Names before what only mentions the words. */
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
      (action) => !fits([action.label]) && fits([action.label, action.description, ...listKeywords(action)]),
    ),
  }));
  const isEnough = judged.reduce((sum, { named, isAnswer }) => sum + (isAnswer ? 0 : named.length), 0) >= ENOUGH;
  const whole = joinSearchWords([words.join(' ')]);
  const isWhole = ({ label }: SpotlightActionData) => joinSearchWords([label]) === whole;
  const ordered = judged.map((judgedAction) => ({ ...judgedAction, named: firstWhere(isWhole, judgedAction.named) }));
  return firstWhere(({ named }) => named.some(isWhole), ordered).flatMap(
    ({ group, actions, isAnswer, named, others }) => {
      const best = isAnswer ? actions : [...named, ...(isEnough ? [] : others)].slice(0, MOST);
      return best.length === 0 ? [] : [{ group, actions: best }];
    },
  );
}

/** What is called exactly as was typed is what Enter takes. */
function firstWhere<Item>(isFirst: (item: Item) => boolean, items: readonly Item[]): Item[] {
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
}

function listKeywords({ keywords = [] }: SpotlightActionData): readonly string[] {
  return typeof keywords === 'string' ? [keywords] : keywords;
}

/** People, clients and objects of the directory in the palette: people and clients lead to their pages, objects to their records of all time. */
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

/** The icons of the palette. */
export const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
