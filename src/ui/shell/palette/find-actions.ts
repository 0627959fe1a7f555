/** Narrows the palette to what was typed, by the rule of the search: each word begins a word, without case and accents. Pure. */
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { listSearchWords, joinSearchWords } from '#domain/filter/search.ts';

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
      (each) => !fits([each.label]) && fits([each.label, each.description, ...keywordsOf(each)]),
    ),
  }));
  const isEnough = judged.reduce((sum, { named, isAnswer }) => sum + (isAnswer ? 0 : named.length), 0) >= ENOUGH;
  const whole = joinSearchWords([words.join(' ')]);
  const isWhole = ({ label }: SpotlightActionData) => joinSearchWords([label]) === whole;
  const ordered = judged.map((each) => ({ ...each, named: firstWhere(isWhole, each.named) }));
  return firstWhere(({ named }) => named.some(isWhole), ordered).flatMap(
    ({ group, actions, isAnswer, named, others }) => {
      const found = isAnswer ? actions : [...named, ...(isEnough ? [] : others)].slice(0, MOST);
      return found.length === 0 ? [] : [{ group, actions: found }];
    },
  );
}

/** What is called exactly as was typed is what Enter takes. */
function firstWhere<Item>(isFirst: (item: Item) => boolean, items: readonly Item[]): Item[] {
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
}

function keywordsOf({ keywords = [] }: SpotlightActionData): readonly string[] {
  return typeof keywords === 'string' ? [keywords] : keywords;
}
