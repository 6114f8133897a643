import { isElement } from './tree.js';
import { OWN_MARK } from './walk.js';

const QUIET_FOR = 600;

interface Told {
  /** What was read of the page may be wrong now. */
  isStale: () => void;
  keyOf: (element: Element) => string | undefined;
  /** The questions that are in the page now. */
  keys: () => string[];
  /** Whether the questions in the page now are others than those that were told. */
  isOther: (before: readonly string[], now: readonly string[]) => boolean;
  onChange: () => void;
  /** The page has changed and come to rest. */
  onRest: () => void;
}

/** Watches what the page and the person change. */
export class Watch {
  /** Questions whose fields a person changed since the engine last filled them. */
  readonly touched = new Set<string>();
  private readonly observed = new Set<Document | ShadowRoot>();
  private readonly observer: MutationObserver;
  private lastTouched: Element | undefined;
  private lastTouchedAt = 0;
  private atWork = 0;
  private accepted: string[] | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    document: Document,
    private readonly told: Told,
  ) {
    this.observer = new MutationObserver((records) => {
      if (records.every(isOwn)) return;
      this.stale();
    });
    this.observe([document]);
  }

  observe(roots: readonly (Document | ShadowRoot)[]): void {
    for (const root of roots) {
      if (this.observed.has(root)) continue;
      this.observed.add(root);
      this.observer.observe(root, {
        childList: true,
        characterData: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['hidden', 'class', 'style', 'disabled', 'open', 'aria-expanded'],
      });
      for (const name of ['input', 'change', 'click']) root.addEventListener(name, this.onEvent, true);
    }
  }

  /** The documents and shadow roots that were read. */
  get roots(): (Document | ShadowRoot)[] {
    return [...this.observed];
  }

  /** Runs what the engine does: it is not taken for the person's. */
  async quietly<T>(act: () => Promise<T>): Promise<T> {
    this.atWork += 1;
    try {
      return await act();
    } finally {
      this.atWork -= 1;
      if (this.observer.takeRecords().length) this.stale();
    }
  }

  /** The questions that are there now are told already. */
  accept(): void {
    this.accepted = this.told.keys();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.observer.disconnect();
    for (const root of this.observed)
      for (const name of ['input', 'change', 'click']) root.removeEventListener(name, this.onEvent, true);
  }

  private stale(): void {
    this.told.isStale();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.compare();
    }, QUIET_FOR);
  }

  private compare(): void {
    if (this.atWork) {
      this.stale();
      return;
    }
    this.told.onRest();
    if (!this.accepted) return;
    const keys = this.told.keys();
    if (this.told.isOther(this.accepted, keys)) this.told.onChange();
    this.accepted = keys;
  }

  private readonly onEvent = (event: Event): void => {
    const target = event.composedPath()[0] as Node | undefined;
    if (!event.isTrusted || this.atWork || !target || !isElement(target)) return;
    if (event.type === 'click' && target.matches('input, textarea, select, [contenteditable]')) return;
    // What recycles its rows may have another question here a while later.
    if (target === this.lastTouched && performance.now() - this.lastTouchedAt < 1_000) return;
    const key = this.told.keyOf(target);
    if (key) this.touched.add(key);
    this.lastTouched = target;
    this.lastTouchedAt = performance.now();
  };
}

const isOwn = ({ target, addedNodes, removedNodes }: MutationRecord): boolean =>
  (isElement(target) && target.hasAttribute(OWN_MARK)) ||
  (addedNodes.length + removedNodes.length > 0 &&
    [...addedNodes, ...removedNodes].every((node) => isElement(node) && node.hasAttribute(OWN_MARK)));
