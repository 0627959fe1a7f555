/** Scrolls a box of a page and measures every frame. */
import type { CDPSession, Locator } from 'playwright';
import { percentile } from './printing.ts';

/** 95 of 100 frames are drawn within it. */
const BOUND_MS = 34;
const FRAMES = 150;

/** @returns milliseconds from frame to frame while the box scrolls a step each frame and turns at its ends. */
export function scrollBox(box: Locator, step: { readonly x: number; readonly y: number }): Promise<number[]> {
  return box.evaluate(
    async (scrolled, { x, y, frames }) => {
      const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      scrolled.scrollTo(0, 0);
      await next();
      await next();
      let [right, down] = [x, y];
      let last = await next();
      const deltas: number[] = [];
      for (let frame = 0; frame < frames; frame += 1) {
        const [lowest, rightmost] = [
          scrolled.scrollHeight - scrolled.clientHeight,
          scrolled.scrollWidth - scrolled.clientWidth,
        ];
        if (scrolled.scrollTop + Math.max(0, down) > lowest || scrolled.scrollTop + down < 0) down = -down;
        if (scrolled.scrollLeft + Math.max(0, right) > rightmost || scrolled.scrollLeft + right < 0) right = -right;
        scrolled.scrollBy(right, down);
        const now = await next();
        deltas.push(now - last);
        last = now;
      }
      return deltas;
    },
    { ...step, frames: FRAMES },
  );
}

/** What the page's main thread has worked, whatever else the machine did meanwhile. */
export async function threadMilliseconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'ThreadTime' || name === 'TaskDuration')?.value ?? Number.NaN);
}

/** Fails the command where too many frames took too long. */
export function printFrames(name: string, frames: readonly number[], worked: number): void {
  const p95 = percentile(frames, 0.95);
  const each = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  console.log(
    `${name.padEnd(24)} ${frames.length} frames  median ${each(percentile(frames, 0.5))}  p95 ${each(p95)}  worst ${each(Math.max(...frames))}  worked ${each(worked / frames.length)} a frame`,
  );
  if (p95 >= BOUND_MS) process.exitCode = 1;
}
