import { pause } from './events.js';
import { attribute, styleOf, upwards } from './tree.js';

const LONGEST_SWEEP = 20_000;
const MOST_STEPS = 500;

/** Elements around these that scroll what is longer than them. */
export function scrollersOf(elements: readonly Element[]): Element[] {
  const found = new Set<Element>();
  for (const element of elements)
    for (const outer of upwards(element)) if (!found.has(outer) && scrolls(outer)) found.add(outer);
  return [...found];
}

function scrolls(element: Element): boolean {
  if (element.scrollHeight < element.clientHeight * 1.3 + 40) return false;
  if (element === element.ownerDocument.scrollingElement) return true;
  return element !== element.ownerDocument.body && /auto|scroll|overlay/.test(styleOf(element)?.overflowY ?? '');
}

function scrollTo(element: Element, top: number): void {
  element.scrollTo({ top, behavior: 'instant' });
}

/** Rows come as one scrolls: goes from top to bottom, tells each step, and scrolls back. A list that is all there is left soon; says whether it
 * was another one. */
export async function sweep(element: Element, onStep: (top: number, isDrawnAnew: boolean) => void): Promise<boolean> {
  const before = element.scrollTop;
  const end = performance.now() + LONGEST_SWEEP;
  let changes = 0;
  const observer = new MutationObserver((records) => {
    changes += records.filter(({ type, addedNodes }) => type === 'characterData' || addedNodes.length > 0).length;
  });
  observer.observe(element, { childList: true, characterData: true, subtree: true });
  try {
    if (before > 0) await scrollAndSettle(element, 0, () => changes);
    onStep(0, before > 0);
    for (let steps = 1; steps < MOST_STEPS && performance.now() < end; steps += 1) {
      const last = element.scrollTop;
      await scrollAndSettle(element, last + Math.max(40, element.clientHeight * 0.8), () => changes);
      if (element.scrollTop - last < 1) break;
      if (steps >= 3 && changes === 0) break;
      if (changes) onStep(element.scrollTop, true);
    }
    return changes > 0;
  } finally {
    observer.disconnect();
    await scrollAndSettle(element, before);
  }
}

/** Scrolls and waits until the page has drawn what came: nothing changes for a while, and nothing says that it loads. */
export async function scrollAndSettle(element: Element, top: number, changes: () => number = () => 0): Promise<void> {
  scrollTo(element, top);
  let seen = -1;
  for (let round = 0; round < 40; round += 1) {
    await pause(round === 0 ? 40 : 25);
    const isLoading = attribute(element, 'aria-busy') === 'true' || element.querySelector('[aria-busy=true]') !== null;
    if (seen === changes() && !isLoading) return;
    seen = changes();
  }
}
