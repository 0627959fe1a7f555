/** Finds a name that no other saved report has. Pure. */
import { reportsTexts as texts } from '#texts/screens/reports-screen.ts';

const foldName = (name: string) => name.normalize('NFC').trim().toLowerCase();

export function isTaken(name: string, taken: readonly string[]): boolean {
  return taken.some((takenName) => foldName(takenName) === foldName(name));
}

/** Returns the name itself if it is free, else “… (copy)”, “… (copy 2)”. */
export function pickName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 1; isTaken(free, taken); number += 1) free = texts.head.copyName(name, number);
  return free;
}
