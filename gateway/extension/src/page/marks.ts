import { BADGES, type BadgeWords } from './badge-words.js';
import type { PageEngine } from './engine.js';
import { isShown, styleOf, upwards, OWN_MARK } from './tree.js';
import type { Band, FillResult, ShownAnswer, UndoResult } from './types.js';

const COLOURS: Record<Band, string> = { HIGH: '#1a7f4b', MEDIUM: '#8a6100', LOW: '#b3261e', NONE: '#5f6368' };
const GAP = 6;

interface Mark {
  shown: ShownAnswer;
  badge: HTMLElement;
  card: HTMLElement;
}

type Style = Record<string, string>;

/** Our element in the page: outside its layout, and above rules of the page for all elements. */
const HOST: Style = {
  all: 'initial',
  display: 'block',
  position: 'fixed',
  top: '0',
  left: '0',
  width: '0',
  height: '0',
  'z-index': '2147483647',
};
const RING: Style = {
  border: '2px solid #2b5fd9',
  'border-radius': '6px',
  'box-sizing': 'border-box',
  'pointer-events': 'none',
};

/**
 * Badges beside the fields, in a closed shadow root: styles of the page do not reach them, and what is fixed to the window moves
 * nothing of the page. Scripts of the page find words there all the same (`window.find`): so nothing of an answer or of its
 * evidence is drawn, only how certain it is. Who opens a badge reads the answer in the panel.
 */
export class Marks {
  private host: HTMLElement | undefined;
  private readonly marks: Mark[] = [];
  private frame = 0;

  constructor(
    private readonly document: Document,
    private readonly engine: PageEngine,
    private readonly told: {
      filled: (result: FillResult) => void;
      undone: (result: UndoResult) => void;
      opened: (key: string) => void;
    },
  ) {}

  /** Draws badges for these answers instead of earlier ones; says which questions have one. */
  show(answers: readonly ShownAnswer[], words: BadgeWords = BADGES): string[] {
    this.hide();
    const here = answers.filter(({ key }) => this.engine.isKnown(key));
    if (!here.length) return [];
    const host = make(this.document, 'div', HOST, 'important');
    host.setAttribute(OWN_MARK, '');
    const root = host.attachShadow({ mode: 'closed' });
    for (const shown of here) {
      const mark = this.draw(shown, words);
      root.append(mark.badge, mark.card);
      this.marks.push(mark);
    }
    this.host = host;
    this.document.documentElement.append(host);
    for (const name of ['scroll', 'resize'])
      this.document.defaultView?.addEventListener(name, this.later, { capture: true, passive: true });
    this.place();
    return here.map(({ key }) => key);
  }

  /** Takes all badges away, and our element with them. */
  hide(): void {
    for (const name of ['scroll', 'resize'])
      this.document.defaultView?.removeEventListener(name, this.later, { capture: true });
    this.document.defaultView?.cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.host?.remove();
    this.host = undefined;
    this.marks.length = 0;
  }

  /** Puts badges where their fields are now. */
  readonly later = (): void => {
    const view = this.document.defaultView;
    if (!this.host || !view || this.frame) return;
    this.frame = view.requestAnimationFrame(() => {
      this.frame = 0;
      this.place();
    });
  };

  /** Rings a field for two seconds. */
  ring(element: Element): void {
    const { left, top, width, height } = element.getBoundingClientRect();
    const place = {
      left: `${left - 4}px`,
      top: `${top - 4}px`,
      width: `${width + 8}px`,
      height: `${height + 8}px`,
    };
    const ring = make(this.document, 'div', { ...HOST, ...RING, ...place }, 'important');
    ring.setAttribute(OWN_MARK, '');
    this.document.documentElement.append(ring);
    setTimeout(() => {
      ring.remove();
    }, 2_000);
  }

  private draw(shown: ShownAnswer, words: BadgeWords): Mark {
    const { document } = this;
    const font = { font: '12px/16px system-ui, sans-serif', 'user-select': 'none', '-webkit-user-select': 'none' };
    const badge = make(document, 'button', {
      all: 'initial',
      ...font,
      position: 'fixed',
      color: '#fff',
      background: COLOURS[shown.band],
      padding: '2px 8px',
      'border-radius': '10px',
      cursor: 'pointer',
      'max-width': '220px',
      overflow: 'hidden',
      'text-overflow': 'ellipsis',
      'white-space': 'nowrap',
    });
    badge.textContent = words.bands[shown.band];
    badge.setAttribute('aria-expanded', 'false');
    const card = make(document, 'div', {
      all: 'initial',
      ...font,
      position: 'fixed',
      display: 'none',
      color: '#1f2328',
      background: '#fff',
      border: '1px solid #c4c9d0',
      'border-radius': '8px',
      'box-shadow': '0 4px 16px rgb(0 0 0 / 25%)',
      padding: '10px',
      'max-width': '280px',
      'box-sizing': 'border-box',
    });
    const said = make(document, 'div', { 'margin-top': '6px', color: '#5f6368' });
    said.setAttribute('role', 'status');
    const button = (label: string, act: () => Promise<{ message: string }>): HTMLElement => {
      const made = make(document, 'button', {
        all: 'initial',
        ...font,
        cursor: 'pointer',
        color: '#fff',
        background: '#2b5fd9',
        padding: '4px 10px',
        'border-radius': '6px',
        'margin-right': '6px',
      });
      made.textContent = label;
      onPressed(made, () => void act().then(({ message }) => (said.textContent = message)));
      return made;
    };
    const fill = button(words.fill, async () => {
      const result = await this.engine.fill(shown.key, shown.answer, true);
      this.told.filled(result);
      return result;
    });
    const undo = button(words.undo, async () => {
      const result = await this.engine.undo(shown.key);
      this.told.undone(result);
      return result;
    });
    card.append(fill, undo, said);
    onPressed(badge, () => {
      const open = card.style.display === 'none';
      for (const mark of this.marks) mark.card.style.display = 'none';
      card.style.setProperty('display', open ? 'block' : 'none');
      badge.setAttribute('aria-expanded', String(open));
      if (open) this.told.opened(shown.key);
      this.place();
    });
    return { shown, badge, card };
  }

  private place(): void {
    const view = this.document.defaultView;
    if (!view) return;
    for (const { shown, badge, card } of this.marks) {
      const field = this.engine.field(shown.key);
      const spot = field && spotOf(field.unit.anchor, view);
      badge.style.setProperty('display', spot ? 'block' : 'none');
      if (!spot) {
        card.style.setProperty('display', 'none');
        continue;
      }
      const { width } = badge.getBoundingClientRect();
      const isRoomBeside = spot.right + GAP + width < view.innerWidth;
      const left = isRoomBeside ? spot.right + GAP : Math.max(0, Math.min(spot.right, view.innerWidth) - width);
      const top = isRoomBeside ? spot.top : spot.top - 22;
      put(badge, left, top);
      put(
        card,
        Math.max(4, Math.min(left, view.innerWidth - 290)),
        Math.max(4, Math.min(top + 24, view.innerHeight - 245)),
      );
    }
  }
}

function put(element: HTMLElement, left: number, top: number): void {
  element.style.setProperty('left', `${Math.round(left)}px`);
  element.style.setProperty('top', `${Math.round(top)}px`);
}

/** Only a person presses: scripts of the page cannot. */
function onPressed(element: HTMLElement, act: () => void): void {
  element.addEventListener('click', (event) => {
    event.stopPropagation();
    if (event.isTrusted) act();
  });
}

function make(document: Document, name: string, style: Style, priority = ''): HTMLElement {
  const element = document.createElement(name);
  for (const [property, value] of Object.entries(style)) element.style.setProperty(property, value, priority);
  return element;
}

/** Where a field can be seen in the window, through all that clips it; undefined: nowhere. */
function spotOf(anchor: Element, view: Window): { right: number; top: number } | undefined {
  const shown = isShown(anchor) ? anchor : anchor.parentElement;
  if (!shown || !isShown(shown)) return undefined;
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  let spot = { left, right, top, bottom };
  for (const outer of upwards(shown)) {
    if (outer.localName === 'iframe') {
      const frame = outer.getBoundingClientRect();
      spot = {
        left: spot.left + frame.left,
        right: spot.right + frame.left,
        top: spot.top + frame.top,
        bottom: spot.bottom + frame.top,
      };
    }
    if (outer === shown || styleOf(outer)?.overflowY === 'visible' || outer.matches('html, body')) continue;
    const clip = outer.getBoundingClientRect();
    spot = { ...spot, right: Math.min(spot.right, clip.right) };
    if (spot.top > clip.bottom - 8 || spot.bottom < clip.top + 8) return undefined;
  }
  return spot.bottom < 0 || spot.top > view.innerHeight ? undefined : spot;
}
