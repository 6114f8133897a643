import { controlType, isClosedPanel, isOpenToAnswers, isUsable, labelsOf, type ControlType } from './controls.js';
import {
  attribute,
  childrenOf,
  closest,
  documentIn,
  isElement,
  isShown,
  isText,
  squeeze,
  styleOf,
  OWN_MARK,
} from './tree.js';

/** A control at its place in the order of reading. */
export interface Control {
  at: number;
  type: ControlType;
  element: Element;
}

/** Text that stands in one line or paragraph, at its place in the order of reading. */
export interface Line {
  at: number;
  text: string;
  nodes: Text[];
  block: Element;
  /** Level of a heading; 0: none. */
  heading: number;
}

export interface Walk {
  controls: Control[];
  lines: Line[];
  unreadableFrames: number;
  /** Documents and shadow roots that were read. */
  roots: (Document | ShadowRoot)[];
}

const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'datalist', 'object', 'embed']);
const LANDMARKS =
  'nav, [role=navigation], [role=banner], [role=contentinfo], [role=search], [role=toolbar], [role=menu], [role=menubar], [role=tablist], search';

/** Header and footer of the page itself, not of a section of it. */
const isPageEdge = (element: Element): boolean =>
  (element.localName === 'header' || element.localName === 'footer') &&
  !element.parentElement?.closest(
    'main, article, section, form, fieldset, dialog, li, [role=main], [role=form], [role=listitem]',
  );

class Walker {
  readonly walk: Walk = { controls: [], lines: [], unreadableFrames: 0, roots: [] };
  private at = 0;
  private line: Line | undefined;
  private readonly seen = new Set<Element>();

  visit(node: Node, block: Element): void {
    if (isText(node)) this.text(node, block);
    if (!isElement(node) || SKIPPED.has(node.localName) || this.seen.has(node) || node.hasAttribute(OWN_MARK)) return;
    const element = node;
    const style = styleOf(element);
    if (!style || attribute(element, 'aria-hidden') === 'true') return;
    if (style.display === 'none' && !isClosedPanel(element)) {
      // A button opens the dialog of a field for files that is not drawn.
      if (element.matches('input[type=file]') && isUsable(element, 'file')) this.control(element, 'file');
      return;
    }
    if (element.matches(LANDMARKS) || isPageEdge(element)) return;
    if (element.localName === 'label') this.hiddenBoxOf(element);
    const type = controlType(element);
    if (type) {
      this.control(element, type);
      // A place to drop files is a button around their field.
      if (type === 'button')
        for (const field of element.querySelectorAll('input[type=file]')) this.control(field, 'file');
      // A fold opens what follows it: its words are a heading.
      if (type === 'button' && element.hasAttribute('aria-expanded')) this.inside(element, element);
      return;
    }
    if (element.shadowRoot) this.walk.roots.push(element.shadowRoot);
    if (element.localName === 'iframe') {
      this.frame(element);
      return;
    }
    if (element.localName === 'br') {
      this.line = undefined;
      return;
    }
    this.inside(element, style.display.startsWith('inline') || style.display === 'contents' ? block : element);
  }

  private inside(element: Element, block: Element): void {
    if (block === element) this.line = undefined;
    for (const child of childrenOf(element)) this.visit(child, block);
    if (block === element) this.line = undefined;
  }

  private frame(frame: Element): void {
    const document = documentIn(frame);
    if (!document) {
      if (isShown(frame) && frame.getBoundingClientRect().height > 40) this.walk.unreadableFrames += 1;
      return;
    }
    this.walk.roots.push(document);
    this.line = undefined;
    for (const child of childrenOf(frame)) this.visit(child, frame);
    this.line = undefined;
  }

  private text(node: Text, block: Element): void {
    const text = squeeze(node.data);
    if (!text) return;
    const heading = headingLevel(node);
    if (this.line?.block === block && this.line.heading === heading) {
      this.line.text += /^\s/.test(node.data) || /\s$/.test(this.line.nodes.at(-1)!.data) ? ` ${text}` : text;
      this.line.nodes.push(node);
      return;
    }
    this.line = { at: this.at++, text, nodes: [node], block, heading };
    this.walk.lines.push(this.line);
  }

  private control(element: Element, type: ControlType): void {
    this.seen.add(element);
    this.line = undefined;
    if (type !== 'button' && type !== 'password' && !isUsable(element, type)) return;
    if (type !== 'password' && !isOpenToAnswers(element, type)) return;
    this.walk.controls.push({ at: this.at++, type, element });
  }

  /** A box that is not drawn is chosen by its label. */
  private hiddenBoxOf(label: Element): void {
    const box = (label as HTMLLabelElement).control;
    if (!box || this.seen.has(box) || box.localName !== 'input' || styleOf(box)?.display !== 'none') return;
    const type = controlType(box);
    if (type === 'radio' || type === 'check' || type === 'file' || type === 'switch') {
      if (labelsOf(box).some(isShown)) this.control(box, type);
    }
  }
}

function headingLevel(node: Text): number {
  const around = closest(
    node,
    'h1, h2, h3, h4, h5, h6, [role=heading], legend, summary, [aria-expanded]:not([aria-haspopup]):not([role=combobox]), label, li, td, th, p, fieldset',
  );
  if (!around) return 0;
  if (/^h[1-6]$/.test(around.localName)) return Number(around.localName.slice(1));
  if (attribute(around, 'role') === 'heading') return Number(attribute(around, 'aria-level')) || 2;
  return around.matches('legend, summary, [aria-expanded]') ? 5 : 0;
}

/** Reads a document in the order in which a person reads it. */
export function walk(document: Document): Walk {
  const walker = new Walker();
  walker.walk.roots.push(document);
  if (document.body as Element | null) walker.visit(document.body, document.body);
  return walker.walk;
}
