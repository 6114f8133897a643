import type { Locator, Page } from 'playwright-core';

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The hand of a person at the console: all that it does goes through here and is counted. */
export class Hand {
  private done: string[] = [];

  constructor(private readonly page: Page) {}

  /** Clicks, key presses, typed texts, choices of a list and of files so far. */
  get actions(): number {
    return this.done.length;
  }

  /** What was done how often, for the message of a failure. */
  summary(): string {
    const counts = new Map<string, number>();
    for (const one of this.done) counts.set(one, (counts.get(one) ?? 0) + 1);
    return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ');
  }

  async click(target: Locator, options: { shift?: boolean } = {}): Promise<void> {
    await target.click(options.shift ? { modifiers: ['Shift'] } : {});
    this.done.push('click');
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.done.push(`press ${key}`);
  }

  /** Types a text where the focus is. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
    this.done.push('type');
  }

  async choose(list: Locator, label: string): Promise<void> {
    await list.selectOption({ label });
    this.done.push('choose');
  }

  async giveFiles(field: Locator, files: ChosenFile[]): Promise<void> {
    await field.setInputFiles(files);
    this.done.push('give files');
  }
}
