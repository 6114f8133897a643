import { PageEngine } from './engine.js';
import { Marks } from './marks.js';
import type { PageNotice, PageRefusal, PageReplies, PageRequest } from './messages.js';

/** What we use of the browser's messages. */
interface Runtime {
  id?: string;
  sendMessage: (message: PageNotice) => unknown;
  onMessage: {
    addListener: (
      listen: (message: unknown, sender: { id?: string }, reply: (reply: unknown) => void) => boolean | undefined,
    ) => void;
  };
}
interface World {
  browser?: { runtime: Runtime };
  chrome?: { runtime: Runtime };
  /** Set once the engine runs in this page. */
  candorPageEngine?: true;
}

const world = globalThis as unknown as World;
const messages = (world.browser ?? world.chrome)?.runtime;

if (messages && !world.candorPageEngine) {
  world.candorPageEngine = true;
  listen(messages);
}

function listen(runtime: Runtime): void {
  const tell = (notice: PageNotice): void => {
    // Nobody listens while the panel is closed.
    void Promise.resolve(runtime.sendMessage(notice)).catch(() => undefined);
  };
  const engine = new PageEngine(document, {
    onChange: () => {
      tell({ type: 'candor.changed' });
    },
    onRest: () => {
      marks.later();
    },
  });
  const marks = new Marks(document, engine, {
    filled: (result) => {
      tell({ type: 'candor.filled', result });
    },
    undone: (result) => {
      tell({ type: 'candor.undone', result });
    },
    opened: (key) => {
      tell({ type: 'candor.opened', key });
    },
  });
  runtime.onMessage.addListener((message, sender, reply) => {
    if (sender.id !== runtime.id || !isRequest(message)) return undefined;
    answer(engine, marks, message).then(reply, (error: unknown) => {
      const refusal: PageRefusal = {
        ok: false,
        message: `The page could not be read: ${error instanceof Error ? error.message : String(error)}. Reload it and try again.`,
      };
      reply(refusal);
    });
    return true;
  });
}

const isRequest = (message: unknown): message is PageRequest =>
  typeof message === 'object' && message !== null && String((message as { type?: unknown }).type).startsWith('candor.');

async function answer(
  engine: PageEngine,
  marks: Marks,
  request: PageRequest,
): Promise<PageReplies[PageRequest['type']]> {
  switch (request.type) {
    case 'candor.find':
      return { ok: true, form: await engine.find() };
    case 'candor.show':
      return { ok: true, shown: marks.show(request.answers, request.words) };
    case 'candor.hide':
      marks.hide();
      return { ok: true };
    case 'candor.fill': {
      const results = [];
      for (const { key, answer: given } of request.answers) results.push(await engine.fill(key, given));
      marks.later();
      return { ok: true, results };
    }
    case 'candor.undo': {
      if (!request.keys) return { ok: true, results: await engine.undoAll() };
      const results = [];
      for (const key of request.keys) results.push(await engine.undo(key));
      return { ok: true, results };
    }
    case 'candor.read':
      return { ok: true, values: await engine.values(request.keys) };
    case 'candor.reveal': {
      const element = await engine.reveal(request.key);
      if (element) marks.ring(element);
      return { ok: true, found: element !== undefined };
    }
  }
}
