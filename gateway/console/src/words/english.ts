import { panel } from './en/panel.js';
import { rewrite } from './en/rewrite.js';
import { account } from './en/account.js';
import { app } from './en/app.js';
import { api } from './en/api.js';
import { ui } from './en/ui.js';
import { asked } from './en/asked.js';
import { home } from './en/home.js';
import { questionnaires } from './en/questionnaires.js';
import { review } from './en/review.js';
import { corrections } from './en/corrections.js';
import { drafting } from './en/drafting.js';
import { knowledge } from './en/knowledge.js';
import { evidence } from './en/evidence.js';
import { backtest } from './en/backtest.js';
import { interview } from './en/interview.js';
import { usual } from './en/usual.js';
import { ledger } from './en/ledger.js';
import { topics } from './en/topics.js';
import { portal } from './en/portal.js';
import { insights } from './en/insights.js';
import { channels } from './en/channels.js';
import { extension } from './en/extension.js';
import { joining } from './en/joining.js';
import { notifications } from './en/notifications.js';
import { settings } from './en/settings.js';

/** All words of the console in English, by the folder that says them. */
export const english = {
  app,
  account,
  api,
  ui,
  home,
  asked,
  questionnaires,
  review,
  panel,
  rewrite,
  corrections,
  drafting,
  knowledge,
  evidence,
  backtest,
  interview,
  usual,
  topics,
  ledger,
  portal,
  insights,
  channels,
  extension,
  joining,
  notifications,
  settings,
};
