import { fire, settle } from './events.js';
import { squeeze } from './tree.js';
import { editorText } from './values.js';

type Way = (host: HTMLElement, text: string) => void;

const edit = ({ ownerDocument }: Element, command: string, text?: string): boolean =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else edits as typing does, and every browser keeps it
  ownerDocument.execCommand(command, false, text);

/** As typing does: the browser edits, and every editor follows the browser. */
const byTyping: Way = (host, text) => {
  selectAll(host);
  text.split('\n').forEach((line, index) => {
    if (index > 0) edit(host, host.contentEditable === 'plaintext-only' ? 'insertLineBreak' : 'insertParagraph');
    if (line) edit(host, 'insertText', line);
  });
};

/** As pasting does: editors that refuse what the browser typed read the clipboard of the event. */
const byPasting: Way = (host, text) => {
  const view = host.ownerDocument.defaultView as Window & typeof globalThis;
  const clipboardData = new view.DataTransfer();
  clipboardData.setData('text/plain', text);
  selectAll(host);
  host.dispatchEvent(
    new view.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
  );
};

/** Without the browser's help. */
const byReplacing: Way = (host, text) => {
  const paragraphs = text.split('\n').map((line) => {
    const paragraph = host.ownerDocument.createElement('p');
    paragraph.textContent = line;
    return paragraph;
  });
  host.replaceChildren(...(text ? paragraphs : []));
};

function selectAll(host: HTMLElement): void {
  host.focus({ preventScroll: true });
  host.ownerDocument.getSelection()?.selectAllChildren(host);
}

const shows = (host: Element, text: string): boolean => squeeze(editorText(host)) === squeeze(text);

/** Writes into an editor, or empties it; says whether it shows just that afterwards. */
export async function writeEditor(element: Element, text: string): Promise<boolean> {
  const host = element as HTMLElement;
  for (const way of text ? [byTyping, byPasting, byReplacing] : [byErasing, byReplacing]) {
    way(host, text);
    fire(host, 'input');
    await settle();
    if (shows(host, text)) break;
  }
  fire(host, 'change');
  host.blur();
  host.ownerDocument.getSelection()?.removeAllRanges();
  await settle();
  return shows(host, text);
}

const byErasing: Way = (host) => {
  selectAll(host);
  edit(host, 'delete');
};
