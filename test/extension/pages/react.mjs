// Controlled inputs: what React does not hear of, it takes out of the field again.
import { createElement as h, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';

const EMPTY = {
  region: '',
  about: '',
  mfa: '',
  mfaWhy: '',
  data: [],
  cadence: '',
  count: '',
  when: '',
  signed: false,
  tool: '',
  email: '',
};
let shown = EMPTY;
window.sent = 0;
window.state = () => JSON.parse(JSON.stringify(shown));

function Field({ label, hint, children }) {
  const id = useId();
  return h(
    'div',
    { className: 'field' },
    h('label', { htmlFor: id }, label),
    children(id, `${id}h`),
    hint && h('p', { id: `${id}h`, className: 'hint' }, hint),
  );
}

function Picker({ label, value, options, onChange }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return h(
    'div',
    { className: 'field' },
    h('span', { id: `${id}l` }, label),
    h(
      'button',
      {
        type: 'button',
        role: 'combobox',
        'aria-expanded': open,
        'aria-haspopup': 'listbox',
        'aria-labelledby': `${id}l`,
        'aria-controls': `${id}m`,
        onMouseDown: () => setOpen(!open),
        onBlur: () => setOpen(false),
      },
      value || h('span', { className: 'placeholder' }, 'Select an option'),
    ),
    open &&
      h(
        'ul',
        { role: 'listbox', id: `${id}m` },
        ['Select an option', ...options].map((option, index) =>
          h(
            'li',
            {
              key: option,
              role: 'option',
              'aria-selected': option === value,
              onClick: () => {
                onChange(index ? option : '');
                setOpen(false);
              },
            },
            option,
          ),
        ),
      ),
  );
}

function Form() {
  const [form, setForm] = useState(EMPTY);
  shown = form;
  const set = (name) => (event) => setForm((old) => ({ ...old, [name]: event.target.value }));
  const text =
    (name, more = {}) =>
    (id) =>
      h('input', { id, value: form[name], onChange: set(name), ...more });
  return h(
    'form',
    {
      onSubmit: (event) => {
        event.preventDefault();
        window.sent += 1;
      },
    },
    h('h1', null, 'Security review'),
    h(Field, { label: 'Where do your support staff work?', hint: 'Countries are enough.' }, (id, hint) =>
      h('input', { id, 'aria-describedby': hint, value: form.region, onChange: set('region') }),
    ),
    h(Field, { label: 'Describe how secrets are stored' }, (id) =>
      h('textarea', { id, value: form.about, onChange: set('about') }),
    ),
    h(
      'fieldset',
      null,
      h('legend', null, 'Is MFA enforced for all employees?'),
      ['Yes', 'No', 'Partially'].map((option) =>
        h(
          'label',
          { key: option },
          h('input', { type: 'radio', name: 'mfa', value: option, checked: form.mfa === option, onChange: set('mfa') }),
          option,
        ),
      ),
      h('label', null, 'Please explain', h('textarea', { value: form.mfaWhy, onChange: set('mfaWhy') })),
    ),
    h(
      'div',
      { role: 'group', 'aria-labelledby': 'data' },
      h('p', { id: 'data' }, 'Which data leaves the EU?'),
      ['Logs', 'Backups', 'None'].map((option) =>
        h(
          'label',
          { key: option },
          h('input', {
            type: 'checkbox',
            checked: form.data.includes(option),
            onChange: (event) =>
              setForm((old) => ({
                ...old,
                data: event.target.checked ? [...old.data, option] : old.data.filter((one) => one !== option),
              })),
          }),
          option,
        ),
      ),
    ),
    h(Field, { label: 'How often are access rights reviewed?' }, (id) =>
      h(
        'select',
        { id, value: form.cadence, onChange: set('cadence') },
        ['', 'Monthly', 'Quarterly', 'Yearly'].map((option) =>
          h('option', { key: option, value: option }, option || 'Choose one'),
        ),
      ),
    ),
    h(Field, { label: 'How many people can reach production?' }, text('count', { type: 'number', min: 0, max: 500 })),
    h(Field, { label: 'When was the last external audit?' }, text('when', { type: 'date' })),
    h(
      'label',
      null,
      h('input', {
        type: 'checkbox',
        checked: form.signed,
        onChange: (event) => setForm((old) => ({ ...old, signed: event.target.checked })),
      }),
      'A data processing agreement can be signed',
    ),
    h(Picker, {
      label: 'Which ticketing tool is used?',
      value: form.tool,
      options: ['Jira', 'Linear', 'GitHub'],
      onChange: (tool) => setForm((old) => ({ ...old, tool })),
    }),
    h(Field, { label: 'Your email' }, text('email', { type: 'email' })),
    h('button', null, 'Send answers'),
  );
}

createRoot(document.getElementById('root')).render(h(Form));
window.ready = true;
