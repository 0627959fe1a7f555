/** Prints sizes of files: `24.3 MB`. Pure. */
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { figure } from './figures.ts';

const { units } = workspacesTexts;

/** @param bytes a whole number @returns at most three digits before the unit, with one decimal below ten of it */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0;
  return `${figure(size.toFixed(digits), digits)} ${units[unit] ?? ''}`;
}
