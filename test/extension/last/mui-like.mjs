// Built as component libraries for React do: labels by id, a select of divs, a box to type in that suggests.
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createPortal } from 'react-dom';

const EMPTY = { scope: '', tier: '', tool: '', logging: null, notes: '' };
let shown = EMPTY;
window.sent = 0;
window.state = () => JSON.parse(JSON.stringify(shown));
const TOOLS = ['Splunk', 'Elastic', 'Sentinel'];

function Select({ value, onChange }) {
  const [open, setOpen] = useState(false);
  return h(
    'div',
    { className: 'MuiFormControl-root' },
    h('label', { id: 'tier-label' }, 'What is the highest data class in the service?'),
    h(
      'div',
      { className: 'MuiInputBase-root' },
      h(
        'div',
        {
          tabIndex: 0,
          role: 'combobox',
          'aria-expanded': open,
          'aria-haspopup': 'listbox',
          'aria-labelledby': 'tier-label tier',
          id: 'tier',
          onMouseDown: (event) => {
            if (event.button === 0) setOpen(true);
          },
        },
        value || h('span', { className: 'notranslate' }, '\u200b'),
      ),
      h('input', {
        'aria-hidden': true,
        tabIndex: -1,
        value,
        onChange: () => undefined,
        style: { opacity: 0, position: 'absolute' },
      }),
    ),
    open &&
      createPortal(
        h(
          'div',
          {
            role: 'presentation',
            onClick: () => setOpen(false),
            onKeyDown: (event) => event.key === 'Escape' && setOpen(false),
          },
          h(
            'ul',
            { role: 'listbox', 'aria-labelledby': 'tier-label' },
            ['', 'Public', 'Internal', 'Secret'].map((option) =>
              h(
                'li',
                {
                  key: option,
                  role: 'option',
                  tabIndex: 0,
                  'aria-selected': option === value,
                  onClick: () => onChange(option),
                },
                option || h('em', null, 'None'),
              ),
            ),
          ),
        ),
        document.body,
      ),
  );
}

function Autocomplete({ value, onChange }) {
  const [typed, setTyped] = useState(value);
  const [open, setOpen] = useState(false);
  const fitting = TOOLS.filter((tool) => tool.toLowerCase().includes(typed.toLowerCase()));
  return h(
    'div',
    { className: 'field' },
    h('label', { htmlFor: 'tool' }, 'Which tool collects the logs?'),
    h('input', {
      id: 'tool',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open ? 'tool-list' : undefined,
      value: typed,
      onClick: () => setOpen(true),
      onChange: (event) => {
        setTyped(event.target.value);
        setOpen(true);
        if (!event.target.value) onChange('');
      },
      onBlur: () => {
        setOpen(false);
        setTyped(value);
      },
    }),
    open &&
      h(
        'ul',
        { id: 'tool-list', role: 'listbox' },
        fitting.map((tool) =>
          h(
            'li',
            {
              key: tool,
              role: 'option',
              'aria-selected': tool === value,
              onMouseDown: (event) => event.preventDefault(),
              onClick: () => {
                onChange(tool);
                setTyped(tool);
                setOpen(false);
              },
            },
            tool,
          ),
        ),
      ),
  );
}

function Form() {
  const [form, setForm] = useState(EMPTY);
  shown = form;
  const set = (name, value) => setForm((old) => ({ ...old, [name]: value }));
  return h(
    'form',
    {
      onSubmit: (event) => {
        event.preventDefault();
        window.sent += 1;
      },
    },
    h('h4', null, 'Logging and monitoring'),
    h(
      'div',
      { className: 'MuiTextField-root' },
      h(
        'label',
        { htmlFor: 'scope', id: 'scope-label' },
        'Which systems are in scope?',
        h('span', { 'aria-hidden': true, className: 'MuiFormLabel-asterisk' }, ' *'),
      ),
      h(
        'div',
        null,
        h('input', {
          id: 'scope',
          required: true,
          'aria-describedby': 'scope-helper',
          value: form.scope,
          onChange: (event) => set('scope', event.target.value),
        }),
        h('fieldset', { 'aria-hidden': true }, h('legend', null, h('span', null, 'Which systems are in scope? *'))),
      ),
      h('p', { id: 'scope-helper' }, 'Products, not servers'),
    ),
    h(Select, { value: form.tier, onChange: (value) => set('tier', value) }),
    h(Autocomplete, { value: form.tool, onChange: (value) => set('tool', value) }),
    h(
      'div',
      { className: 'MuiFormControl-root' },
      h('span', { id: 'lg' }, 'Are administrator actions logged?'),
      h(
        'div',
        { role: 'radiogroup', 'aria-labelledby': 'lg' },
        ['yes', 'no'].map((value) =>
          h(
            'label',
            { key: value },
            h(
              'span',
              null,
              h('input', {
                type: 'radio',
                name: ':r1:',
                value,
                checked: form.logging === value,
                onChange: (event) => set('logging', event.target.value || null),
              }),
            ),
            h('span', null, value === 'yes' ? 'Yes' : 'No'),
          ),
        ),
      ),
    ),
    h(
      'div',
      { className: 'MuiTextField-root' },
      h('label', { htmlFor: 'notes' }, 'Describe how alerts are handled'),
      h('textarea', { id: 'notes', value: form.notes, onChange: (event) => set('notes', event.target.value) }),
      h('textarea', {
        'aria-hidden': true,
        readOnly: true,
        tabIndex: -1,
        style: { visibility: 'hidden', position: 'absolute' },
      }),
    ),
    h('button', { type: 'submit' }, 'Finish'),
  );
}
createRoot(document.getElementById('root')).render(h(Form));
window.ready = true;
