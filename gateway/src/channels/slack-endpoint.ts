import { AppError, networkOf, type CallFor } from '@candor/runtime';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { contextOf } from '../http/context.js';
import { methodNotAllowed } from '../middleware/method-not-allowed.js';
import type { MountOptions } from '../routes/mount.js';

const PATH = '/channels/slack/:tenantName/:kind';
const KINDS: ReadonlySet<string> = new Set(['events', 'commands', 'interactions']);
/** A pressed button brings the whole message that it stands in; nothing of Slack's is longer. */
const MOST_BYTES = 256 * 1024;
/** Slack waits three seconds and sends again; then it is better refused here. */
const DEADLINE_MS = 2500;

export type SlackEndpointOptions = Pick<MountOptions, 'clients' | 'capacities'>;

/**
 * What Slack sends to an organization's app. It has no key: the service that knows the app's secret checks the signature of the
 * very bytes, keeps what was sent, and only then is Slack answered.
 */
export function slackEndpoint({ clients, capacities }: SlackEndpointOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const begin: RequestHandler = (request, response, next) => {
    if (!KINDS.has(request.params['kind'] as string)) {
      next('router');
      return;
    }
    Object.assign(contextOf(response), { route: '/channels/slack/{tenant_name}/{kind}' });
    capacities.calls.enter(response, { network: networkOf(request.ip ?? '') });
    next();
  };
  const answer: RequestHandler = async (request, response) => {
    const { requestId, abandonment } = contextOf(response);
    const from: CallFor = { requestId, deadlineMs: DEADLINE_MS, abandonment };
    const { challenge, text } = await clients.slack.take(from, {
      tenantName: request.params['tenantName'] as string,
      kind: request.params['kind'] as string,
      body: await bytesOf(request, response),
      signature: request.get('x-slack-signature') ?? '',
      timestamp: request.get('x-slack-request-timestamp') ?? '',
    });
    response.setHeader('Cache-Control', 'no-store');
    if (challenge !== '') response.json({ challenge });
    else if (text !== '') response.json({ response_type: 'ephemeral', text });
    else response.status(200).end();
  };
  router
    .route(PATH)
    .post(begin, answer)
    .all(
      begin,
      methodNotAllowed(['POST'], () => true),
    );
  return router;
}

const readRaw: RequestHandler = express.raw({ limit: MOST_BYTES, type: () => true, inflate: false });

/** The body as it came: a signature is of bytes. */
async function bytesOf(request: Request, response: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    void readRaw(request, response, (error?: unknown) => {
      if (error === undefined) {
        resolve();
        return;
      }
      const isLarge = (error as { type?: unknown }).type === 'entity.too.large';
      reject(
        isLarge
          ? new AppError('too_large', 'body_too_large', 'The body is larger than 256 KB.')
          : new AppError('invalid', 'unparseable_body', 'The body could not be read. Send it without compression.'),
      );
    });
  });
  const bytes: unknown = request.body;
  return Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
}
