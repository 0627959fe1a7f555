/** Keeps the window over restarts and crashes: its place and size are remembered, and its page is loaded again. */
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
export function fitToDisplay({ bounds, maximized }: WindowState, area: Area): WindowState {
  const { x, y, width, height } = bounds;
  const isOnDisplay =
    x !== undefined &&
    y !== undefined &&
    x < area.x + area.width &&
    x + width > area.x &&
    y >= area.y &&
    y < area.y + area.height;
  const size = { width: Math.min(width, area.width), height: Math.min(height, area.height) };
  return { bounds: isOnDisplay ? { x, y, ...size } : size, maximized };
}

/** What a window has of it, and no more. */
export interface KeptWindow {
  isDestroyed(): boolean;
  close(): void;
  readonly webContents: {
    on(event: 'render-process-gone', listener: (event: unknown, gone: { readonly reason: string }) => void): unknown;
    reload(): void;
  };
}

/** A page that ends oftener than this within the time would be loaded for ever. */
const MOST_RETURNS = 3;
const WITHIN_MS = 60_000;

/**
 * Brings the page back when the process that draws it has ended; one that ends again and again only if the person wants it to.
 * @param wantsItAgain says that the page keeps ending, and asks whether it is to be loaded once more; otherwise the window closes
 * @param now milliseconds of a clock that only goes forward
 */
export function keepPage(
  window: KeptWindow,
  wantsItAgain: () => Promise<boolean>,
  now = (): number => performance.now(),
): void {
  let returns: readonly number[] = [];

  async function bringBack(): Promise<void> {
    if (window.isDestroyed()) return;
    const at = now();
    returns = [...returns.filter((time) => at - time < WITHIN_MS), at];
    if (returns.length > MOST_RETURNS) {
      const isWanted = await wantsItAgain();
      if (window.isDestroyed()) return;
      if (!isWanted) {
        window.close();
        return;
      }
      returns = [now()];
    }
    window.webContents.reload();
  }

  window.webContents.on('render-process-gone', (_event, { reason }) => {
    // It ended because the window closes.
    if (reason === 'clean-exit') return;
    // Not within the event: Chromium is still telling of the end, and a page that is loaded meanwhile ends the whole program.
    setImmediate(() => {
      bringBack().catch(() => {
        // A window that can neither load its page nor say so is closed by the person.
      });
    });
  });
}
