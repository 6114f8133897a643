import { t } from '../words/words.js';
import { shownAnswer } from './answers.js';
import type { Row } from './form-state.js';
import type { Page } from './page.js';

/** Draws the answers of the rows beside their fields. */
export async function drawAnswers(page: Page | undefined, rows: readonly Row[]): Promise<void> {
  const answers = rows.flatMap(({ found, question }) => {
    const shown = question ? shownAnswer(question, found) : undefined;
    return shown ? [shown] : [];
  });
  const bands = { HIGH: t('HIGH'), MEDIUM: t('MEDIUM'), LOW: t('LOW'), NONE: t('NONE') };
  const words = { bands, fill: t('fill'), undo: t('undo') };
  // The page may have gone meanwhile: its answers stand in the panel all the same.
  await page?.ask({ type: 'candor.show', answers, words }).catch(() => undefined);
}
