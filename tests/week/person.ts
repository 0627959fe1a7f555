/** A person at the page: does one thing after the other and counts them. */
import type { Locator, Page } from 'playwright';

export interface Job {
  readonly name: string;
  /** What was done, in order: one line a step. */
  readonly steps: readonly string[];
  /** What the screen said at the end. */
  readonly answer: string;
  readonly milliseconds: number;
}

/** What a person does: each call is one step, whatever the page does meanwhile. */
export class Person {
  readonly page: Page;
  readonly #steps: string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  /** The steps since it was asked last. */
  takeSteps(): string[] {
    return this.#steps.splice(0);
  }

  async click(target: Locator, what: string): Promise<void> {
    this.#steps.push(`click ${what}`);
    await target.click();
  }

  async press(key: string, what = ''): Promise<void> {
    this.#steps.push(`${key.replace('Control', 'Ctrl')}${what && ` (${what})`}`);
    await this.page.keyboard.press(key);
  }

  /** Letter by letter where the focus is. */
  async type(text: string): Promise<void> {
    this.#steps.push(`type “${text}”`);
    await this.page.keyboard.type(text);
  }

  /** The text comes at once, as from a mail. */
  async paste(target: Locator, text: string, what: string): Promise<void> {
    this.#steps.push(`paste ${what}`);
    await target.fill(text);
  }
}
