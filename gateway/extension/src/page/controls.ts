import { attribute, byId, closest, isElement, isShown, parentOf, styleOf } from './tree.js';

/** What an element is for the person who fills the form. */
export type ControlType =
  | 'line'
  | 'area'
  | 'number'
  | 'date'
  | 'select'
  | 'radio'
  | 'check'
  | 'switch'
  | 'combo'
  | 'list'
  | 'editor'
  | 'file'
  | 'button'
  | 'password'
  | 'other';

const BY_INPUT_TYPE: Record<string, ControlType> = {
  text: 'line',
  email: 'line',
  tel: 'line',
  url: 'line',
  number: 'number',
  date: 'date',
  'datetime-local': 'date',
  month: 'date',
  week: 'other',
  time: 'other',
  radio: 'radio',
  checkbox: 'check',
  file: 'file',
  password: 'password',
  search: 'other',
  range: 'other',
  color: 'other',
  button: 'button',
  submit: 'button',
  image: 'button',
  reset: 'button',
};

const BY_ROLE: Record<string, ControlType> = {
  radio: 'radio',
  checkbox: 'check',
  switch: 'switch',
  combobox: 'combo',
  listbox: 'list',
  button: 'button',
  searchbox: 'other',
  slider: 'other',
};

export const isEditingHost = (element: Element): boolean =>
  (element as HTMLElement).isContentEditable &&
  !((parentOf(element) as HTMLElement | null)?.isContentEditable ?? false);

/** What kind of control an element is, if it is one. */
export function controlType(element: Element): ControlType | undefined {
  const role = attribute(element, 'role').toLowerCase();
  const popup = attribute(element, 'aria-haspopup');
  // A field that opens a calendar takes what is typed.
  const opensList = popup === 'listbox' || (role === 'combobox' && popup !== 'dialog' && popup !== 'grid');
  switch (element.localName) {
    case 'input': {
      const type = (element as HTMLInputElement).type;
      if (role === 'switch') return 'switch';
      if (role === 'searchbox') return 'other';
      if (role === 'spinbutton' && type === 'text') return 'number';
      if (opensList && (type === 'text' || type === 'search')) return 'combo';
      return type === 'hidden' ? undefined : (BY_INPUT_TYPE[type] ?? 'line');
    }
    case 'textarea':
      return 'area';
    case 'select':
      return 'select';
    case 'button':
      if (opensList) return 'combo';
      return role === 'radio' || role === 'checkbox' || role === 'switch' ? BY_ROLE[role] : 'button';
    case 'body':
      return element.ownerDocument.designMode === 'on' || isEditingHost(element) ? 'editor' : undefined;
    default:
  }
  if (isEditingHost(element)) return role === 'combobox' ? undefined : 'editor';
  const type = opensList && role !== 'listbox' ? 'combo' : BY_ROLE[role];
  // A wrapper with the role of what it wraps.
  if (type && type !== 'button' && type !== 'list' && element.querySelector('input, select, textarea, button')) {
    const inner = element.querySelector('input:not([type=hidden]), select, textarea, button');
    if (inner && (inner as HTMLInputElement).readOnly) return type;
    if (inner && !(type === 'combo' && inner.localName !== 'input')) return undefined;
    if (inner) return undefined;
  }
  return type;
}

/** Whether a control takes an answer: neither disabled nor for reading only. */
export function isOpenToAnswers(element: Element, type: ControlType): boolean {
  if (element.matches(':disabled') || closest(element, '[aria-disabled="true"], [inert]')) return false;
  if (attribute(element, 'aria-readonly') === 'true') return false;
  return !((element as HTMLInputElement).readOnly && type !== 'combo' && type !== 'check' && type !== 'radio');
}

/** Whether a person can use the control: custom-drawn boxes hide the native one under their label. */
export function isUsable(element: Element, type: ControlType): boolean {
  if (type === 'radio' || type === 'check' || type === 'switch' || type === 'file') {
    return isShown(element) || labelsOf(element).some(isShown) || shownAround(element) || isFolded(element);
  }
  if (!isShown(element) && !isFolded(element)) return false;
  const { right, bottom, width } = element.getBoundingClientRect();
  const view = element.ownerDocument.defaultView;
  if (!view || width === 0) return true;
  // Traps for machines stand left of the page or above it.
  return right + view.scrollX > 0 && bottom + view.scrollY > 0 && styleOf(element)?.opacity !== '0';
}

/** Whether what stands around a box that is drawn otherwise is shown; a field for files may be not drawn at all. */
function shownAround(element: Element): boolean {
  const around = parentOf(element);
  const isDrawn = styleOf(element)?.display !== 'none' || element.matches('input[type=file]');
  return !!around && isDrawn && isShown(around);
}

/** Whether an element is in a closed accordion, which a person can open. */
export function isFolded(element: Element): boolean {
  return foldAround(element) !== null;
}

function foldAround(element: Element): Element | null {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (at.localName === 'details' && !(at as HTMLDetailsElement).open) return at;
    if (at.id && isClosedPanel(at)) return at;
  }
  return null;
}

/** Whether a visible button says that it opens this panel. */
export function isClosedPanel(panel: Element): boolean {
  if (!panel.id) return false;
  const root = panel.getRootNode() as Document | ShadowRoot;
  const opener = root.querySelector(`[aria-expanded="false"][aria-controls="${CSS.escape(panel.id)}"]`);
  return !!opener && !opener.matches('[role=combobox], [aria-haspopup]') && isShown(opener);
}

type Root = Document | ShadowRoot;
/** Labels by what they label, an element or its id. Browsers look through the whole page for each `labels`. */
let labels = new Map<Root, Map<Element | string, Element[]>>();

/** Has the labels of pages read anew: before each reading. */
export function forgetLabels(): void {
  labels = new Map();
}

function labelsIn(root: Root): Map<Element | string, Element[]> {
  const known = labels.get(root);
  if (known) return known;
  const found = new Map<Element | string, Element[]>();
  for (const label of root.querySelectorAll('label')) {
    const named = label.control ?? label.htmlFor;
    if (named) found.set(named, [...(found.get(named) ?? []), label]);
  }
  labels.set(root, found);
  return found;
}

/** The labels of an element: native ones, and those that name its id. */
export function labelsOf(element: Element): Element[] {
  const found = labelsIn(element.getRootNode() as Root);
  return found.get(element) ?? (element.id ? (found.get(element.id) ?? []) : []);
}

/** The elements that an attribute names by their ids. */
export const named = (element: Element, name: string): Element[] =>
  attribute(element, name)
    .split(/\s+/)
    .map((id) => byId(element, id))
    .filter((found): found is Element => isElement(found));
