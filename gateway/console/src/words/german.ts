import { panel } from './de/panel.js';
import { rewrite } from './de/rewrite.js';
import { account } from './de/account.js';
import { app } from './de/app.js';
import { api } from './de/api.js';
import { ui } from './de/ui.js';
import { asked } from './de/asked.js';
import { home } from './de/home.js';
import { questionnaires } from './de/questionnaires.js';
import { review } from './de/review.js';
import { corrections } from './de/corrections.js';
import { drafting } from './de/drafting.js';
import { knowledge } from './de/knowledge.js';
import { evidence } from './de/evidence.js';
import { backtest } from './de/backtest.js';
import { interview } from './de/interview.js';
import { usual } from './de/usual.js';
import { ledger } from './de/ledger.js';
import { topics } from './de/topics.js';
import { portal } from './de/portal.js';
import { insights } from './de/insights.js';
import { channels } from './de/channels.js';
import { extension } from './de/extension.js';
import { joining } from './de/joining.js';
import { notifications } from './de/notifications.js';
import { settings } from './de/settings.js';

/** All words of the console in German, by the folder that says them. */
export const german = {
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
