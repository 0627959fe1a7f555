/** Moves, pins and orders columns. Pure. */
import type { Property } from '#domain/properties.ts';

/** @returns the names with one of them moved by so many places, within the ends. */
export function movedBy(names: readonly string[], name: string, step: number): string[] {
  const from = names.indexOf(name);
  if (from < 0) return [...names];
  return movedTo(names, name, Math.max(0, Math.min(names.length - 1, from + step)));
}

export function movedTo(names: readonly string[], name: string, place: number): string[] {
  if (!names.includes(name)) return [...names];
  const others = names.filter((each) => each !== name);
  return [...others.slice(0, place), name, ...others.slice(place)];
}

/** Pinned columns come first, both parts in the order they were chosen. */
export function pinnedFirst(columns: readonly Property[], pinned: readonly string[]): readonly Property[] {
  if (pinned.length === 0) return columns;
  const isPinned = ({ name }: Property) => pinned.includes(name);
  return [...columns.filter(isPinned), ...columns.filter((each) => !isPinned(each))];
}
