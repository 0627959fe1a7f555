/** Waits until a page has come to rest, so that what a test reads once does not change any more. */
import type { Page } from 'playwright/test';
import { expect } from './test.ts';

/** Between two looks: longer than the frame after which the next question is asked. */
const PAUSE_MS = 60;

/** Everything a screen asks for, on a machine that does much else. */
const PATIENCE_MS = process.env['CI'] ? 120_000 : 40_000;

/** One question often follows the other: a page is at rest when nothing is under way at two looks in a row. */
async function restful(page: Page, underWay: () => Promise<string>): Promise<void> {
  let looks = 0;
  const twice = async () => {
    const found = await underWay();
    looks = found === '' ? looks + 1 : 0;
    return looks > 1 ? '' : found || 'looked at once';
  };
  await expect
    .poll(twice, { intervals: [PAUSE_MS], timeout: PATIENCE_MS, message: `${page.url()} comes to rest` })
    .toBe('');
}

/** Everything asked for is there, and nothing moves any more. */
export function settled(page: Page): Promise<void> {
  return restful(page, async () => (await awaited(page)) || moving(page));
}

/** Nothing slides or fades any more; what was asked for may still be on its way. */
export function still(page: Page): Promise<void> {
  return restful(page, () => moving(page));
}

/** The first part of the page that still waits for its figures; empty: none does. */
const awaited = (page: Page): Promise<string> =>
  page.evaluate(() => {
    if (!document.querySelector('main')) return 'the page';
    return document.querySelector('[aria-busy="true"], [data-pending]')?.outerHTML.slice(0, 200) ?? '';
  });

/** The first movement that will end; empty: none does, or only what turns for as long as one waits. */
const moving = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const ends = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    const effect = document.getAnimations().find(ends)?.effect;
    return effect instanceof KeyframeEffect ? `moving: ${effect.target?.outerHTML.slice(0, 200) ?? ''}` : '';
  });
