import { isElement, OWN_MARK, parentOf } from './tree.js';

/** The window of an element: events and setters come from its own page. */
const viewOf = (element: Element): Window & typeof globalThis => element.ownerDocument.defaultView!;

/** Waits until a condition holds, at most so many milliseconds; says whether it does. */
export async function until(holds: () => boolean, limit: number): Promise<boolean> {
  const end = performance.now() + limit;
  while (!holds()) {
    if (performance.now() > end) return false;
    await pause(15);
  }
  return true;
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Lets frameworks do what they put off. */
export const settle = (): Promise<void> => pause(25);

/** Sets a value behind the back of a framework that watches the property, so that its next event tells it. */
export function setProperty(
  element: Element,
  name: 'value' | 'checked' | 'selectedIndex' | 'selected',
  value: unknown,
): void {
  const view = viewOf(element);
  const prototype =
    element.localName === 'textarea'
      ? view.HTMLTextAreaElement.prototype
      : element.localName === 'select'
        ? view.HTMLSelectElement.prototype
        : element.localName === 'option'
          ? view.HTMLOptionElement.prototype
          : view.HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, name)?.set?.call(element, value);
}

export function fire(element: Element, ...names: string[]): void {
  for (const name of names) element.dispatchEvent(new (viewOf(element).Event)(name, { bubbles: true, composed: true }));
}

/** Tells that text was put in, as typing does. */
export function fireInput(element: Element, text: string): void {
  const { InputEvent, KeyboardEvent } = viewOf(element);
  const key = { key: 'Unidentified', bubbles: true, composed: true };
  element.dispatchEvent(new KeyboardEvent('keydown', key));
  element.dispatchEvent(
    new InputEvent('input', { bubbles: true, composed: true, data: text, inputType: 'insertText' }),
  );
  element.dispatchEvent(new KeyboardEvent('keyup', key));
}

export function pressKey(element: Element, key: string): void {
  const { KeyboardEvent } = viewOf(element);
  for (const type of ['keydown', 'keyup']) {
    element.dispatchEvent(new KeyboardEvent(type, { key, code: key, bubbles: true, composed: true, cancelable: true }));
  }
}

/** Focuses without scrolling; the page behind a panel has no focus, so the events may have to be made. */
export function withFocus(element: Element, act: () => void): void {
  const target = element as HTMLElement;
  const heard = { blur: false };
  const onBlur = (): void => {
    heard.blur = true;
  };
  target.addEventListener('blur', onBlur);
  target.focus({ preventScroll: true });
  try {
    act();
  } finally {
    target.blur();
    target.removeEventListener('blur', onBlur);
  }
  if (heard.blur) return;
  const { FocusEvent } = viewOf(element);
  element.dispatchEvent(new FocusEvent('blur', { composed: true }));
  element.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
}

/** Presses an element with a mouse, as far as a page listens. */
export function press(element: Element): void {
  const { PointerEvent, MouseEvent } = viewOf(element);
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2 };
  const shared = { bubbles: true, composed: true, cancelable: true, button: 0, ...at };
  const pointer = { ...shared, pointerType: 'mouse', pointerId: 1, isPrimary: true };
  element.dispatchEvent(new PointerEvent('pointerover', pointer));
  element.dispatchEvent(new MouseEvent('mouseover', shared));
  element.dispatchEvent(new MouseEvent('mousemove', shared));
  element.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }));
  element.dispatchEvent(new MouseEvent('mousedown', { ...shared, buttons: 1 }));
  element.dispatchEvent(new PointerEvent('pointerup', pointer));
  element.dispatchEvent(new MouseEvent('mouseup', shared));
  (element as HTMLElement).click();
}

/** Whether a control sends its form, or leaves the page, by itself when it changes. */
export function sendsByItself(element: Element): boolean {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (
      /submit\s*\(|location\s*[.=]/.test(
        `${at.getAttribute('onchange') ?? ''}${at === element ? (at.getAttribute('onclick') ?? '') : ''}`,
      )
    )
      return true;
    if (at.localName === 'form') return false;
  }
  return false;
}

const PERSON_ACTED_WITHIN = 500;
const HEARD = ['submit', 'click', 'keydown'];

/** While the engine works, no form of these documents is sent and no link followed, but by the person. */
export async function withoutSending<T>(roots: readonly (Document | ShadowRoot)[], act: () => Promise<T>): Promise<T> {
  let personActed = -Infinity;
  const hear = (event: Event): void => {
    const target = event.composedPath()[0] as Node;
    if (event.type !== 'submit' && event.isTrusted) {
      if (!(isElement(target) && target.hasAttribute(OWN_MARK))) personActed = performance.now();
      return;
    }
    const isLink = event.type === 'click' && isElement(target) && target.closest('a[href]') !== null;
    const isSent = event.type === 'submit' && performance.now() - personActed > PERSON_ACTED_WITHIN;
    if (isSent || isLink) event.preventDefault();
    if (isSent) event.stopImmediatePropagation();
  };
  // What is sent in a shadow root is not heard outside.
  const listening = new Set(roots.map((root) => ('defaultView' in root ? (root.defaultView ?? root) : root)));
  for (const place of listening) for (const name of HEARD) place.addEventListener(name, hear, true);
  try {
    return await act();
  } finally {
    for (const place of listening) for (const name of HEARD) place.removeEventListener(name, hear, true);
  }
}
