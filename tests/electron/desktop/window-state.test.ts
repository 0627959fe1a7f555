import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveWindowState, fitToDisplay, readWindowState } from '#electron/desktop/window-state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'window-state-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const display = { x: 0, y: 0, width: 1920, height: 1080 };

describe('the window', () => {
  it('comes back where it was', () => {
    const state = { bounds: { x: 10, y: 20, width: 1000, height: 700 }, maximized: true };
    saveWindowState(folder, state);
    expect(fitToDisplay(readWindowState(folder), display)).toEqual(state);
  });

  it.each([
    '',
    'x',
    '{}',
    '{"bounds":{"width":1,"height":1},"maximized":false}',
    '{"bounds":{"width":"a"},"maximized":0}',
  ])('has its usual size when %j was kept', (text) => {
    writeFileSync(join(folder, 'window.json'), text);
    expect(readWindowState(folder)).toEqual({ bounds: { width: 1360, height: 900 }, maximized: false });
  });

  it('is not put where no display is any more, nor larger than the one that is', () => {
    const state = { bounds: { x: 2500, y: 20, width: 3000, height: 700 }, maximized: false };
    expect(fitToDisplay(state, display).bounds).toEqual({ width: 1920, height: 700 });
  });
});
