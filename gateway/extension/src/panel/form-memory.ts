import { browser } from '../browser.js';
import type { Page } from './page.js';

/** Which questionnaire the form in a tab has become, for as long as the browser runs. */
export interface RememberedForm {
  /** Of the pages: the next step of a form is of the same site. */
  origin: string;
  formId: string;
  /** '' until the server has taken it. */
  questionnaireId: string;
  /** By the keys of the page. */
  questionIds: Record<string, string>;
}

const nameOf = ({ tabId }: Page): string => `form-${tabId}`;

export const FormMemory = {
  /** The form of this tab and site, or a new one. */
  async of(page: Page, address: string, anew: boolean): Promise<RememberedForm> {
    const { origin } = new URL(address);
    const name = nameOf(page);
    const { [name]: found } = await browser.storage.session.get(name);
    const known = found as RememberedForm | undefined;
    if (!anew && known?.origin === origin) return known;
    return { origin, formId: crypto.randomUUID(), questionnaireId: '', questionIds: {} };
  },

  keep: (page: Page, form: RememberedForm): Promise<void> => browser.storage.session.set({ [nameOf(page)]: form }),
};
