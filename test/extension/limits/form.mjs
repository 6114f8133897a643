// What the pages of this folder share: what they hold, and lists that open as those of component libraries do.
const held = {};
window.sent = 0;
window.held = held;

/** Documents and open shadow roots of the page, frames of the same origin included. */
function roots(root) {
  const found = [root];
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) found.push(...roots(element.shadowRoot));
    if (element.localName === 'iframe' && element.contentDocument) found.push(...roots(element.contentDocument));
  }
  return found;
}

function valueOf(fields) {
  const [first] = fields;
  if (first.type === 'radio') return fields.find(({ checked }) => checked)?.value ?? '';
  if (first.type === 'checkbox') {
    if (fields.length === 1) return first.checked;
    return fields.filter(({ checked }) => checked).map(({ value }) => value);
  }
  return first.isContentEditable ? first.innerText.trim() : first.value;
}

window.state = () => {
  const byName = new Map();
  for (const root of roots(document)) {
    for (const field of root.querySelectorAll('input[name], select[name], textarea[name], [data-name]')) {
      const name = field.name ?? field.dataset.name;
      byName.set(name, [...(byName.get(name) ?? []), field]);
    }
  }
  const native = [...byName].map(([name, fields]) => [name, valueOf(fields)]);
  return { ...Object.fromEntries(native), ...held };
};

addEventListener('submit', (event) => {
  event.preventDefault();
  window.sent += 1;
});

/** A list that opens by a press: `draw` makes the element of an option, `show` writes what is chosen. */
window.opens = (control, { name, options, draw, show, place = document.body, on = 'click', blank = '' }) => {
  held[name] = blank;
  let list;
  const close = () => {
    list?.remove();
    list = undefined;
    control.setAttribute('aria-expanded', 'false');
  };
  const choose = (option) => {
    held[name] = held[name] === option ? blank : option;
    show(held[name]);
    close();
  };
  control.addEventListener(on, () => {
    if (list) {
      close();
      return;
    }
    list = document.createElement('div');
    list.setAttribute('role', 'listbox');
    list.id = `${name}-list`;
    for (const option of options) {
      const item = draw?.(option) ?? document.createElement('div');
      item.setAttribute('role', 'option');
      if (!item.textContent) item.textContent = option;
      item.addEventListener('click', () => choose(option));
      list.append(item);
    }
    place.append(list);
    control.setAttribute('aria-expanded', 'true');
    control.setAttribute('aria-controls', list.id);
  });
  control.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  addEventListener('blur', close);
};

/** Choices that are elements with a role: one at a time, or each by itself. */
window.chooses = (elements, { name, attribute = 'aria-checked', isMultiple = false, valueOf: value }) => {
  held[name] = isMultiple ? [] : '';
  const isOn = (element) => element.getAttribute(attribute) === 'true';
  for (const element of elements) {
    element.addEventListener('click', () => {
      const wasOn = isOn(element);
      if (!isMultiple) for (const other of elements) other.setAttribute(attribute, 'false');
      element.setAttribute(attribute, String(!wasOn));
      const chosen = elements.filter(isOn).map(value);
      held[name] = isMultiple ? chosen : (chosen[0] ?? '');
    });
  }
};
