// Real editors, and one that edits the body of a frame, as the older ones do.
import Quill from 'quill';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

const text = {};
const quill = new Quill('#quill', { modules: { toolbar: '#toolbar' } });
const view = new EditorView(document.getElementById('pm'), {
  state: EditorState.create({ schema }),
  attributes: { role: 'textbox', 'aria-labelledby': 'pml' },
});
const frame = document.getElementById('mce_ifr');
frame.contentDocument.open();
frame.contentDocument.write('<body id="tinymce" data-id="mce" contenteditable="true"><p><br></p></body>');
frame.contentDocument.close();
frame.contentDocument.body.addEventListener('input', () => {
  const said = frame.contentDocument.body.innerText.trim();
  if (said) text.mce = said;
  else delete text.mce;
});
const simple = document.getElementById('ce');
simple.addEventListener('input', () => {
  const said = simple.innerText.trim();
  if (said) text.ce = said;
  else delete text.ce;
});
const inner = document.getElementById('inner');
inner.contentDocument.open();
inner.contentDocument.write(
  '<body><form><label for="a">Which team handles requests of data subjects?</label><input id="a"><fieldset><legend>Is a record of processing kept?</legend><label><input type="radio" name="b" value="1">Yes</label><label><input type="radio" name="b" value="0">No</label></fieldset></form></body>',
);
inner.contentDocument.close();

window.sent = 0;
document.getElementById('s').onclick = () => (window.sent += 1);
window.state = () => {
  const paragraphs = [];
  view.state.doc.forEach((node) => paragraphs.push(node.textContent));
  return {
    ...text,
    quill: quill.getText().trim(),
    pm: paragraphs.join('\n').trim(),
    a: inner.contentDocument.getElementById('a').value,
    b: inner.contentDocument.querySelector('input:checked')?.value ?? '',
  };
};
window.ready = true;
