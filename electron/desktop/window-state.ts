/** Remembers the window's place and size; a size that does not fit this computer is dropped. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const SMALLEST = { width: 960, height: 640 } as const;

const boundsSchema = z.object({
  x: z.int().exactOptional(),
  y: z.int().exactOptional(),
  width: z.int().min(SMALLEST.width).max(20_000),
  height: z.int().min(SMALLEST.height).max(20_000),
});
const stateSchema = z.object({ bounds: boundsSchema, maximized: z.boolean() });
export type WindowState = z.output<typeof stateSchema>;

const usual: WindowState = { bounds: { width: 1360, height: 900 }, maximized: false };
const FILE = 'window.json';

export function readWindowState(dataDirectory: string): WindowState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(join(dataDirectory, FILE), 'utf8')));
  } catch {
    return usual;
  }
}

/** The window's place is a convenience: where it cannot be written, the next start uses the default. */
export function saveWindowState(dataDirectory: string, state: WindowState): void {
  try {
    writeFileSync(join(dataDirectory, FILE), JSON.stringify(state), { mode: 0o600 });
  } catch {
    // Explained above.
  }
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Keeps the size and drops the place when the display it was on is gone. */
export function onDisplay({ bounds, maximized }: WindowState, area: Area): WindowState {
  const { x, y, width, height } = bounds;
  const seen =
    x !== undefined &&
    y !== undefined &&
    x < area.x + area.width &&
    x + width > area.x &&
    y >= area.y &&
    y < area.y + area.height;
  const size = { width: Math.min(width, area.width), height: Math.min(height, area.height) };
  return { bounds: seen ? { x, y, ...size } : size, maximized };
}
