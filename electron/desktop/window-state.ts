/** Restores the window: remembers its position and size over restarts, and reloads its page after a crash. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const MIN_SIZE = { width: 960, height: 640 } as const;

const boundsSchema = z.object({
  x: z.int().exactOptional(),
  y: z.int().exactOptional(),
  width: z.int().min(MIN_SIZE.width).max(20_000),
  height: z.int().min(MIN_SIZE.height).max(20_000),
});
const stateSchema = z.object({ bounds: boundsSchema, maximized: z.boolean() });
export type WindowState = z.output<typeof stateSchema>;

const defaultState: WindowState = { bounds: { width: 1360, height: 900 }, maximized: false };
const FILE = 'window.json';

export function readWindowState(dataDirectory: string): WindowState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(join(dataDirectory, FILE), 'utf8')));
  } catch {
    return defaultState;
  }
}

export function saveWindowState(dataDirectory: string, state: WindowState): void {
  try {
    writeFileSync(join(dataDirectory, FILE), JSON.stringify(state), { mode: 0o600 });
  } catch {
    // The next start uses the default position, because a failure to save it is not worth a message.
  }
}

/** Keeps the size, and drops the position when its display is gone. */
export function fitToDisplay({ bounds, maximized }: WindowState, area: Required<WindowState['bounds']>): WindowState {
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

/** The part of Electron's window that this module uses. */
export interface ReloadableWindow {
  isDestroyed(): boolean;
  close(): void;
  readonly webContents: {
    on(event: 'render-process-gone', listener: (event: unknown, details: { readonly reason: string }) => void): unknown;
    reload(): void;
  };
}

/** A page that ends more often than this within the time would otherwise be reloaded forever. */
const MAX_RELOADS = 3;
const WITHIN_MS = 60_000;

/**
 * Reloads the page when its process has ended. If it keeps ending, the user is asked first.
 * @param confirmReload asks the user whether to reload a page that keeps ending; if not, the window closes
 * @param now milliseconds of a clock that only goes forward
 */
export function reloadCrashedPage(
  window: ReloadableWindow,
  confirmReload: () => Promise<boolean>,
  now = (): number => performance.now(),
): void {
  let reloadTimes: readonly number[] = [];

  async function reloadPage(): Promise<void> {
    if (window.isDestroyed()) return;
    const time = now();
    reloadTimes = [...reloadTimes.filter((earlier) => time - earlier < WITHIN_MS), time];
    if (reloadTimes.length > MAX_RELOADS) {
      const isConfirmed = await confirmReload();
      if (window.isDestroyed()) return;
      if (!isConfirmed) {
        window.close();
        return;
      }
      reloadTimes = [now()];
    }
    window.webContents.reload();
  }

  window.webContents.on('render-process-gone', (_event, { reason }) => {
    // The process ended because the window closes.
    if (reason === 'clean-exit') return;
    // The reload waits until the event is over, because loading a page during it ends the whole program.
    setImmediate(() => {
      reloadPage().catch(() => {
        // The user closes a window that can neither load its page nor ask.
      });
    });
  });
}
