/** Counts what a person does and how long it takes: a click, a key, or a text that is typed is one step. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { results } from './places.ts';

export class Played {
  readonly #page: Page;
  readonly #parts: { readonly name: string; steps: number; seconds: number }[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** A part ends when the screen shows what came of it. A part of the same name is added to it. */
  async part(name: string, work: () => Promise<void>): Promise<void> {
    const known = this.#parts.find((part) => part.name === name) ?? { name, steps: 0, seconds: 0 };
    if (!this.#parts.includes(known)) this.#parts.push(known);
    this.#open = known;
    const begun = performance.now();
    await work();
    known.seconds += (performance.now() - begun) / 1000;
  }
  #open = { steps: 0, seconds: 0 };

  /** What no person does, as taking a picture: its time is not theirs. */
  async aside(work: () => Promise<void>): Promise<void> {
    const begun = performance.now();
    await work();
    this.#open.seconds -= (performance.now() - begun) / 1000;
  }

  async click(what: Locator): Promise<void> {
    this.#open.steps += 1;
    await what.click();
  }

  async press(key: string): Promise<void> {
    this.#open.steps += 1;
    await this.#page.keyboard.press(key);
  }

  async type(text: string, field?: Locator): Promise<void> {
    this.#open.steps += 1;
    await (field ? field.fill(text) : this.#page.keyboard.type(text));
  }

  /** Leaves a line for each part in test-results. */
  write(title: string): void {
    const all = this.#parts.reduce(
      (sum, { steps, seconds }) => ({ steps: sum.steps + steps, seconds: sum.seconds + seconds }),
      { steps: 0, seconds: 0 },
    );
    const lines = [...this.#parts, { name: 'in all', ...all }].map(
      ({ name, steps, seconds }) => `| ${title} | ${name} | ${steps} | ${seconds.toFixed(1)} s |\n`,
    );
    appendFileSync(join(results, 'month-end.md'), lines.join(''));
  }
}
