import { AppError, networkOf, type CallFor } from '@candor/runtime';
import { Router, type Request, type Response } from 'express';
import { callFor, contextOf, ownCall } from '../http/context.js';
import { methodNotAllowed } from '../middleware/method-not-allowed.js';
import { Capacity } from '../middleware/capacity.js';
import { formBody } from './form-body.js';
import { MAIL_SWITCH_WORDS, type MailSwitchWords } from './mail-switch-words.js';
import { escaped, PLAIN_PAGE_HEADERS, plainPage } from './plain-page.js';

/** What the link in a mail switches off. */
export interface ShownSwitch {
  /** Undefined: the daily mail. */
  kind?: string | undefined;
  organizationName: string;
  language: string;
  isOff: boolean;
}

export interface MailSwitchCalls {
  read(from: CallFor, token: string): Promise<ShownSwitch>;
  switchOff(from: CallFor, token: string): Promise<ShownSwitch>;
}

export const MAIL_SWITCH_PATH = '/notifications/off';
const MOST_AT_ONCE = 256;
const MOST_TOKEN = 200;
/**
 * The page that a link in a mail to a person opens: a GET shows what the link switches off, for programs open the links of
 * mails; a POST does it, by the page's button or by the mail program itself (RFC 8058).
 */
export function mailSwitchPage(calls: MailSwitchCalls): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const capacity = new Capacity({
    places: MOST_AT_ONCE,
    code: 'overloaded',
    of: 'visits',
    shares: { network: 1 / 16 },
  });
  const serve = (call: MailSwitchCalls['read']) => async (request: Request, response: Response) => {
    const context = contextOf(response);
    // The label of logs and metrics: the query holds a token.
    context.route = MAIL_SWITCH_PATH;
    capacity.enter(response, { network: networkOf(request.ip ?? '') });
    if (request.method === 'POST' && (await formBody(request)) === undefined) {
      response.status(413).set(PLAIN_PAGE_HEADERS).end(page(MAIL_SWITCH_WORDS.en, MAIL_SWITCH_WORDS.en.tooLong));
      return;
    }
    const { token } = request.query;
    const given = typeof token === 'string' && token.length <= MOST_TOKEN ? token : '';
    try {
      const shown = await call(ownCall(callFor(context)), given);
      const words = shown.language === 'de' ? MAIL_SWITCH_WORDS.de : MAIL_SWITCH_WORDS.en;
      response
        .status(200)
        .set(PLAIN_PAGE_HEADERS)
        .end(shownPage(words, shown, given));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
      response.status(404).set(PLAIN_PAGE_HEADERS).end(page(MAIL_SWITCH_WORDS.en, MAIL_SWITCH_WORDS.en.unknown));
    }
  };
  router
    .route(MAIL_SWITCH_PATH)
    .get(serve((from, token) => calls.read(from, token)))
    .post(serve((from, token) => calls.switchOff(from, token)))
    .all(methodNotAllowed(['GET', 'POST'], () => true));
  return router;
}

function shownPage(words: MailSwitchWords, { kind, organizationName, isOff }: ShownSwitch, token: string): string {
  const what = words.kinds[kind ?? 'daily'] ?? words.kinds['daily'] ?? '';
  if (isOff) return page(words, words.done(what, organizationName));
  const action = `${MAIL_SWITCH_PATH}?token=${encodeURIComponent(token)}`;
  return page(
    words,
    words.asked(what, organizationName),
    `<form method="post" action="${escaped(action)}"><button type="submit">${escaped(words.button)}</button></form>`,
  );
}

const page = (words: MailSwitchWords, text: string, form = ''): string =>
  plainPage({
    language: words.language,
    title: words.title,
    body: `<p>${escaped(text)}</p>${form}<p><a href="/console/notifications">${escaped(words.all)}</a></p>`,
  });
