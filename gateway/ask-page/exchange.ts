import type { AskedAnswer, Citation } from './api.js';

const BANDS = { HIGH: 'High confidence', MEDIUM: 'Medium confidence', LOW: 'Low confidence' };

/** A question and what becomes of it, as one entry of the log. Everything is set as text, nothing as HTML. */
export class Exchange {
  readonly element = made('article', 'exchange');
  private readonly reply = made('div', 'reply');

  constructor(readonly question: string) {
    const asked = made('div', 'asked');
    asked.append(hidden('You asked: '), question);
    this.element.append(asked, this.reply);
    this.wait();
  }

  wait(): void {
    const dots = made('div', 'dots');
    dots.append(hidden('Looking for an answer'), made('span'), made('span'), made('span'));
    this.show('waiting', dots);
  }

  answer({ answer, reply, confidence, citations, is_question: isQuestion = true }: AskedAnswer): void {
    if (!isQuestion) {
      this.show('known', textOf('p', 'text', reply));
      return;
    }
    if (answer === null) {
      const more = 'It has been recorded as an open question, so that the answer can be added.';
      this.show('unknown', textOf('p', 'text', reply), textOf('p', 'aside', more));
      return;
    }
    const parts: HTMLElement[] = [textOf('p', 'text', reply)];
    if (confidence) parts.push(textOf('p', `band ${confidence.band.toLowerCase()}`, BANDS[confidence.band]));
    if (citations.length > 0) parts.push(sourcesOf(citations));
    this.show('known', ...parts);
  }

  fail(message: string, again: () => void): void {
    const button = textOf('button', 'quiet', 'Try again') as HTMLButtonElement;
    button.type = 'button';
    button.addEventListener('click', again, { once: true });
    this.show('failed', textOf('p', 'text', message), button);
  }

  private show(state: string, ...parts: HTMLElement[]): void {
    this.reply.className = `reply ${state}`;
    this.reply.replaceChildren(hidden('Candor: '), ...parts);
  }
}

function sourcesOf(citations: Citation[]): HTMLElement {
  const section = made('section', 'sources');
  const list = made('ol');
  for (const { source_type: type, title, locator, quote } of citations) {
    const item = made('li');
    item.append(textOf('strong', '', title || 'Untitled'));
    const place = [type === 'library' ? 'Answer library' : 'Document', locator].filter(Boolean).join(' · ');
    item.append(textOf('span', 'place', place));
    if (quote) item.append(textOf('blockquote', '', quote));
    list.append(item);
  }
  section.append(textOf('h3', '', citations.length === 1 ? 'Source' : 'Sources'), list);
  return section;
}

function made(name: string, className = ''): HTMLElement {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}

function textOf(name: string, className: string, text: string): HTMLElement {
  const element = made(name, className);
  element.textContent = text;
  return element;
}

/** For those who listen to the page. */
const hidden = (text: string): HTMLElement => textOf('span', 'hidden', text);
