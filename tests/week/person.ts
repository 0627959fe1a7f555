/** A person at the page: does one thing after the other and counts them. */
import type { Locator, Page } from 'playwright';

export interface Job {
  readonly name: string;
  readonly before: string;
  readonly done: Steps;
  /** What the screen said at the end. */
  readonly answer: string;
  readonly milliseconds: number;
}

export interface Steps {
  /** What was done, in order: one line a step. */
  readonly steps: readonly string[];
  readonly clicks: number;
  /** Pressed keys: a typed text is as many as it has letters, a pasted one is one. */
  readonly keys: number;
}

/** What a person does: each call is one step, whatever the page does meanwhile. */
export class Person {
  readonly page: Page;
  #steps: string[] = [];
  #clicks = 0;
  #keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** The steps since it was asked last. */
  takeSteps(): Steps {
    const taken = { steps: this.#steps, clicks: this.#clicks, keys: this.#keys };
    this.#steps = [];
    this.#clicks = 0;
    this.#keys = 0;
    return taken;
  }

  /** What is done outside of the page. */
  note(what: string): void {
    this.#steps.push(what);
  }

  async click(target: Locator, what: string): Promise<void> {
    this.#steps.push(`click ${what}`);
    this.#clicks += 1;
    await target.click();
  }

  async press(key: string, what = ''): Promise<void> {
    this.#steps.push(`${key.replace('Control', 'Ctrl')}${what && ` (${what})`}`);
    this.#keys += 1;
    await this.page.keyboard.press(key);
  }

  /** Letter by letter where the focus is. */
  async type(text: string): Promise<void> {
    this.#steps.push(`type “${text}”`);
    this.#keys += text.length;
    await this.page.keyboard.type(text);
  }

  /** The text comes at once, as from a mail. */
  async paste(target: Locator, text: string, what: string): Promise<void> {
    this.#steps.push(`paste ${what}`);
    this.#keys += 1;
    await target.fill(text);
  }
}
