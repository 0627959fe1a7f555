/** Brings the page back when the process that draws it has ended; one that ends again and again only if the person wants it to. */

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
    returns = [...returns.filter((each) => at - each < WITHIN_MS), at];
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
