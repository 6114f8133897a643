import { press, pressKey, until, pause } from './events.js';
import { named } from './controls.js';
import { attribute, isShown, textOf } from './tree.js';
import { isNone, isNothingChosen } from './words/index.js';

const LIST_OPENS_WITHIN = 900;
const LIST_CLOSES_WITHIN = 250;

const optionsIn = (root: ParentNode): Element[] => [...root.querySelectorAll('[role=option]')].filter(isShown);

/** Every document and shadow root around an element, from inside out: pages draw lists wherever they like. */
function rootsAround(element: Element): ParentNode[] {
  const roots: ParentNode[] = [];
  for (
    let root = element.getRootNode() as Document | ShadowRoot;
    ;
    root = root.host.getRootNode() as Document | ShadowRoot
  ) {
    roots.push(root);
    if (!('host' in root)) return roots;
  }
}

/** A list that opens when its control is pressed. */
export class OpeningList {
  private before = new Set<Element>();
  private isOpenedHere = false;
  /** Whether it has said that it is open: then its word that it is closed counts as well. */
  private saysOpen = false;

  constructor(private readonly control: Element) {}

  /** Its options in sight: those of the list that it names, of its own, or those that came since it was pressed. */
  options(): Element[] {
    const expanded = attribute(this.control, 'aria-expanded');
    this.saysOpen ||= this.isOpenedHere && expanded === 'true';
    if (this.saysOpen && expanded === 'false') return [];
    const lists = [...named(this.control, 'aria-controls'), ...named(this.control, 'aria-owns')];
    const owned = lists.flatMap(optionsIn);
    if (owned.length) return owned;
    const own = optionsIn(this.control).filter((option) => !this.before.has(option));
    if (own.length > 1) return own;
    return rootsAround(this.control)
      .flatMap(optionsIn)
      .filter((option) => !this.before.has(option));
  }

  /** Opens it; says whether options came. */
  async open(): Promise<boolean> {
    this.before = new Set(rootsAround(this.control).flatMap(optionsIn));
    const named = this.options();
    if (named.length && attribute(this.control, 'aria-expanded') === 'true') return true;
    this.isOpenedHere = true;
    (this.control as HTMLElement).focus({ preventScroll: true });
    press(this.control);
    if (await until(() => this.options().length > 0, LIST_OPENS_WITHIN)) {
      await this.untilStill();
      return true;
    }
    pressKey(this.control, 'ArrowDown');
    return until(() => this.options().length > 0, LIST_OPENS_WITHIN / 3);
  }

  /** Options may come one after another. */
  private async untilStill(): Promise<void> {
    let count = -1;
    for (let round = 0; round < 10 && count !== this.options().length; round += 1) {
      count = this.options().length;
      await pause(20);
    }
  }

  /** What can be chosen: the words of each option. */
  texts(): { text: string; element: Element }[] {
    return this.options()
      .filter((option) => attribute(option, 'aria-disabled') !== 'true')
      .map((element) => ({
        element,
        text: textOf(element) || attribute(element, 'aria-label') || attribute(element, 'data-value'),
      }))
      .filter(({ text }) => !isNothingChosen(text));
  }

  /** The option that takes the choice back, if there may be one. */
  blank(): Element | undefined {
    const options = this.options();
    return (
      options.find((option) => isNothingChosen(textOf(option))) ?? options.find((option) => isNone(textOf(option)))
    );
  }

  /** Closes what was opened, by the ways that change nothing else first. */
  async close(): Promise<void> {
    if (!this.isOpenedHere || !this.options().length) return;
    const closed = (): boolean => this.options().length === 0;
    (this.control as HTMLElement).blur();
    if (await until(closed, 120)) return;
    press(this.control);
    if (await until(closed, LIST_CLOSES_WITHIN)) return;
    // A dialog around the list must not hear of it.
    const deaf = (event: Event): void => {
      event.stopPropagation();
    };
    const { body } = this.control.ownerDocument;
    body.addEventListener('keydown', deaf);
    for (const element of [this.options()[0], this.control]) {
      if (element && !closed()) pressKey(element, 'Escape');
      if (await until(closed, LIST_CLOSES_WITHIN)) break;
    }
    body.removeEventListener('keydown', deaf);
  }
}

/** Reads what an opening list offers, and closes it. */
export async function readList(control: Element): Promise<string[]> {
  const list = new OpeningList(control);
  try {
    return (await list.open()) ? list.texts().map(({ text }) => text) : [];
  } finally {
    await list.close();
  }
}
