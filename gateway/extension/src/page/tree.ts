/** The page as a person sees it: through open shadow roots, slots and frames of the same origin. */

/** The mark of our own element in pages. */
export const OWN_MARK = 'data-candor-marks';

export const isElement = (node: Node | null): node is Element => node?.nodeType === 1;
export const isText = (node: Node): node is Text => node.nodeType === 3;

/** The element around a node, across slots, shadow roots and frames. */
export function parentOf(node: Node): Element | null {
  const slot = (node as Element | Text).assignedSlot;
  if (slot) return slot;
  const parent = node.parentNode;
  if (!parent) return frameOf(node as Document);
  if (parent.nodeType === 11) return (parent as ShadowRoot).host;
  if (parent.nodeType === 9) return frameOf(parent as Document);
  return parent as Element;
}

function frameOf(document: Document): Element | null {
  try {
    return document.defaultView?.frameElement ?? null;
  } catch {
    return null;
  }
}

/** The element itself and all around it, from inside out. */
export function* upwards(from: Node): Generator<Element> {
  for (let at = isElement(from) ? from : parentOf(from); at; at = parentOf(at)) yield at;
}

/** The nearest element that fits, the element itself included, across shadow roots. */
export function closest(from: Node, selector: string): Element | null {
  for (const element of upwards(from)) if (element.matches(selector)) return element;
  return null;
}

export function holds(outer: Element, inner: Node): boolean {
  for (const element of upwards(inner)) if (element === outer) return true;
  return false;
}

/** The document in a frame, where it is of the same origin. */
export function documentIn(frame: Element): Document | null {
  try {
    return (frame as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/** What a person sees inside an element. */
export function childrenOf(element: Element): Iterable<Node> {
  if (element.localName === 'iframe') return documentIn(element)?.body ? [documentIn(element)!.body] : [];
  if (element.shadowRoot) return element.shadowRoot.childNodes;
  if (element.localName === 'slot') {
    const assigned = (element as HTMLSlotElement).assignedNodes({ flatten: true });
    if (assigned.length) return assigned;
  }
  return element.childNodes;
}

/** An element by its id in the document or shadow root of another. */
export function byId(near: Node, id: string): Element | null {
  const root = near.getRootNode() as Document | ShadowRoot;
  return id && 'getElementById' in root ? root.getElementById(id) : null;
}

export const attribute = (element: Element, name: string): string => (element.getAttribute(name) ?? '').trim();

export const styleOf = (element: Element): CSSStyleDeclaration | undefined =>
  element.ownerDocument.defaultView?.getComputedStyle(element);

/** In no list of what is shown: neither read nor filled. */
export const isGone = (element: Element): boolean => styleOf(element)?.display === 'none';

/** Whether an element can be seen and has a place on the page. */
export function isShown(element: Element): boolean {
  if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1;
}

const squeeze = (text: string): string => text.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim();

const SILENT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'select',
  'textarea',
  'datalist',
  'option',
  'kbd',
]);

/** The text of an element without that of fields in it; marks that only eyes see are left out. */
export function textOf(node: Node, skip?: (element: Element) => boolean): string {
  const parts: string[] = [];
  const collect = (at: Node): void => {
    if (isText(at)) parts.push(at.data);
    if (!isElement(at) || SILENT.has(at.localName) || skip?.(at)) return;
    if (at !== node && (attribute(at, 'aria-hidden') === 'true' || isGone(at))) return;
    const inline = styleOf(at)?.display.startsWith('inline') ?? true;
    if (!inline || at.localName === 'br') parts.push(' ');
    for (const child of childrenOf(at)) collect(child);
    if (!inline) parts.push(' ');
  };
  collect(node);
  return squeeze(parts.join(''));
}

const DECORATION = /^[\p{So}•·]+\s*(?=[^\p{So}•·\s])/u;
/** A text without the signs that are drawn before it. */
export const undecorated = (text: string): string => text.replace(DECORATION, '');

export { squeeze };

/** The smallest element around all of these. */
export function around(elements: readonly Element[]): Element {
  const [head, ...rest] = elements;
  if (!rest.length) return head!;
  const others = rest.map((element) => new Set(upwards(element)));
  for (const candidate of upwards(head!)) if (others.every((chain) => chain.has(candidate))) return candidate;
  return head!;
}
