import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { PageNotice, PageReplies, PageRequest } from '../../gateway/extension/src/page/messages.js';
import type { FillResult, FoundQuestion, GivenAnswer, QuestionKind } from '../../gateway/extension/src/page/types.js';

const here = dirname(fileURLToPath(import.meta.url));
const ENGINE = join(here, '..', '..', 'gateway', 'extension', 'src', 'page', 'main.ts');
const ORIGIN = 'http://forms.test';

/** What a form asks, written before the engine saw the page. */
export interface GoldQuestion {
  text: string;
  kind: QuestionKind;
  number?: string;
  section?: string;
  help?: string;
  options?: string[];
  comment?: string;
  other?: boolean;
  required?: boolean;
  answer: GivenAnswer;
}
export interface Gold {
  questions: GoldQuestion[];
  /** Told to the person only. */
  told: { text: string; kind: QuestionKind }[];
  unreadableFrames?: number;
  /** Radio buttons that the framework of the page never gives up, and lists that offer no blank choice. */
  keepsRadio?: string[];
  /** What the page itself holds when all is filled. */
  state: Record<string, unknown>;
}

export const goldOf = (folder: string, name: string): Gold =>
  JSON.parse(readFileSync(join(here, folder, `${name}.gold.json`), 'utf8')) as Gold;

const bundles = new Map<string, Promise<string>>();

/** One script of a source and what it imports. */
function bundle(source: string): Promise<string> {
  const made = bundles.get(source) ?? make(source);
  bundles.set(source, made);
  return made;
}

async function make(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    format: source === ENGINE ? 'iife' : 'esm',
    target: 'es2022',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}

/** A form in a browser, with the engine in a world of its own, as an extension has it. */
export class FormPage {
  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly devtools: CDPSession,
    private readonly world: number,
  ) {}

  static async open(browser: Browser, folder: string, name: string): Promise<FormPage> {
    const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
    const page = await context.newPage();
    await page.route('**/*', async (route) => {
      const url = new URL(route.request().url());
      const file = join(here, folder, url.pathname.slice(1));
      if (url.origin !== ORIGIN)
        return route.fulfill({ contentType: 'text/html', body: '<label>Foreign? <input></label>' });
      const source = file.replace(/\.js$/, '.mjs');
      if (file.endsWith('.js')) return route.fulfill({ contentType: 'text/javascript', body: await bundle(source) });
      if (!existsSync(file)) return route.fulfill({ status: 404, body: '' });
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: readFileSync(file, 'utf8') });
    });
    await page.goto(`${ORIGIN}/${name}.html`);
    if (existsSync(join(here, folder, `${name}.mjs`))) await page.waitForFunction('window.ready === true');
    const devtools = await context.newCDPSession(page);
    const { frameTree } = await devtools.send('Page.getFrameTree');
    const { executionContextId } = await devtools.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'candor',
    });
    const form = new FormPage(page, context, devtools, executionContextId);
    await form.inWorld(`globalThis.notices = []; globalThis.chrome = { runtime: { id: 'candor',
      sendMessage: (notice) => { notices.push(notice); }, onMessage: { addListener: (listener) => { globalThis.listener = listener; } } } }; 0`);
    await form.inject();
    return form;
  }

  /** Puts the content script into the page, as often as one likes. */
  async inject(): Promise<void> {
    await this.inWorld(`${await bundle(ENGINE)}; 0`);
  }

  /** Sends a message of the panel. */
  async ask<T extends PageRequest>(request: T): Promise<PageReplies[T['type']]> {
    const reply = await this.inWorld<PageReplies[T['type']] | { ok: false; message: string }>(
      `new Promise((reply) => { listener(${JSON.stringify(request)}, { id: 'candor' }, reply); })`,
    );
    if (!reply.ok) throw new Error(reply.message);
    return reply;
  }

  notices(): Promise<PageNotice[]> {
    return this.inWorld<PageNotice[]>('notices');
  }

  /** What the page itself holds. */
  state(): Promise<Record<string, unknown>> {
    return this.page.evaluate<Record<string, unknown>>('window.state()');
  }

  /** How often the form was sent or left. */
  sent(): Promise<number> {
    return this.page.evaluate<number>('window.sent ?? 0');
  }

  /** Finds the questions; by their text. */
  async questions(): Promise<Map<string, FoundQuestion>> {
    const { form } = await this.ask({ type: 'candor.find' });
    return new Map(form.questions.map((question) => [question.text, question]));
  }

  async fill(key: string, answer: GivenAnswer): Promise<FillResult> {
    return (await this.ask({ type: 'candor.fill', answers: [{ key, answer }] })).results[0]!;
  }

  /** Buttons that only eyes see: those in closed shadow roots, by what they say. */
  async pressMark(label: string, index = 0): Promise<void> {
    await this.devtools.send('DOM.enable');
    const { nodes } = await this.devtools.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
    const parents = nodes.filter(({ nodeValue }) => nodeValue.startsWith(label)).map(({ parentId }) => parentId);
    const buttons = nodes.filter(({ nodeId, nodeName }) => nodeName === 'BUTTON' && parents.includes(nodeId));
    const { model } = await this.devtools.send('DOM.getBoxModel', { nodeId: buttons[index]!.nodeId });
    const [left = 0, top = 0] = model.border;
    await this.page.mouse.click(left + model.width / 2, top + model.height / 2);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  async inWorld<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.devtools.send('Runtime.evaluate', {
      expression,
      contextId: this.world,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }
}
