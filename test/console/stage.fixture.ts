import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { openConsole, type OpenConsole } from './console-page.js';

const available = await browserAvailable();

type Opening = Parameters<typeof openConsole>[3];

/** What the tests of the console share: a system, a browser, and the tabs that a test opens. */
export class Stage {
  private started: { system: TestSystem; browser: Browser } | undefined;
  private tabs: OpenConsole[] = [];

  constructor(private readonly mayAskOthers: boolean) {}

  get system(): TestSystem {
    return this.running.system;
  }

  get browser(): Browser {
    return this.running.browser;
  }

  private get running(): { system: TestSystem; browser: Browser } {
    if (!this.started) throw new Error('The system starts in beforeAll: ask for it in a hook or a test.');
    return this.started;
  }

  async start(environment: Record<string, string>): Promise<void> {
    const system = await startSystem(environment);
    this.started = { system, browser: await startBrowser() };
  }

  /** A tab on a page of the console. It is closed after the test, which fails when the page complained of anything. */
  async open(path: string, options?: Opening): Promise<OpenConsole> {
    const opened = await openConsole(this.browser, this.system, path, options);
    this.tabs.push(opened);
    return opened;
  }

  /** Closes the tabs of a test; gives what their pages complained of, and asked of other servers. */
  async leave(): Promise<string[]> {
    const tabs = this.tabs.splice(0);
    for (const { context } of tabs) await context.close();
    const isForeign = (address: string): boolean =>
      !this.mayAskOthers && !address.startsWith(this.system.url) && !/^(blob|data):/.test(address);
    return tabs.flatMap(({ complaints, requested }) => [...complaints, ...requested.filter(isForeign)]);
  }

  async stop(): Promise<void> {
    await this.started?.browser.close();
    await this.started?.system.close();
  }
}

interface Options {
  /** Settings of the system, known when it starts. */
  environment?(): Promise<Record<string, string>> | Record<string, string>;
  /** Pages show what stands on other servers. */
  mayAskOthers?: boolean;
}

/** Tests of the console on a stage of their own; they are skipped, loudly, where there is no browser. */
export const describeConsole = (name: string, tests: (stage: Stage) => void): void =>
  describeConsoleWith({}, name, tests);

/** The same with settings of their own. */
export function describeConsoleWith(
  { environment, mayAskOthers = false }: Options,
  name: string,
  tests: (stage: Stage) => void,
): void {
  (available ? describe : describe.skip)(name, () => {
    const stage = new Stage(mayAskOthers);
    beforeAll(async () => stage.start((await environment?.()) ?? {}), 120_000);
    afterEach(async () => expect(await stage.leave()).toEqual([]));
    afterAll(() => stage.stop());
    tests(stage);
  });
}
