import { ask, AskError, brandOf, checkKey, endSignIn, signedIn, type Caller } from './api.js';
import { showBrand } from './brand.js';
import { Exchange } from './exchange.js';
import { forgetKey, storedKey, storeKey } from './key.js';

const EXAMPLES = [
  'Is customer data encrypted at rest?',
  'Is multi-factor authentication required for administrators?',
  'How often are backups tested?',
];

const element = <E extends HTMLElement>(id: string, kind: new () => E): E => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
};

const signIn = element('sign-in', HTMLElement);
const chat = element('chat', HTMLElement);
const forget = element('forget', HTMLButtonElement);
const keyForm = element('key-form', HTMLFormElement);
const keyField = element('key', HTMLInputElement);
const keyError = element('key-error', HTMLElement);
const empty = element('empty', HTMLElement);
const log = element('log', HTMLElement);
const askForm = element('ask-form', HTMLFormElement);
const question = element('question', HTMLTextAreaElement);
const send = element('send', HTMLButtonElement);

/** The person whose cookie the browser has; undefined: nobody, or a key was entered in this tab. */
let person: Caller | undefined;

function callerNow(): Caller | undefined {
  const key = storedKey();
  return key === undefined ? person : { key, csrfToken: undefined };
}

/** Counts the keys that were forgotten: an answer that comes after is not shown to whoever signs in next. */
let session = 0;

function show(): void {
  const mayAsk = callerNow() !== undefined;
  signIn.hidden = mayAsk;
  chat.hidden = !mayAsk;
  forget.hidden = !mayAsk;
  forget.textContent = 'Sign out';
  empty.hidden = log.childElementCount > 0;
  (mayAsk ? question : keyField).focus();
  void showWhose();
}

/** Whose evidence answers here. */
async function showWhose(): Promise<void> {
  const mine = session;
  const caller = callerNow();
  const brand = caller && (await brandOf(caller));
  if (mine === session) showBrand(brand);
}

function signOut(message: string): void {
  session++;
  person = undefined;
  forgetKey();
  keyField.value = '';
  keyError.textContent = message;
  show();
}

async function enterKey(): Promise<void> {
  const key = keyField.value.trim();
  if (key === '') return;
  const button = keyForm.querySelector('button');
  if (button) button.disabled = true;
  keyError.textContent = '';
  try {
    await checkKey(key);
    storeKey(key);
    keyField.value = '';
    show();
  } catch (error) {
    keyError.textContent = wordsOf(error);
    keyField.select();
  } finally {
    if (button) button.disabled = false;
  }
}

async function answer(exchange: Exchange, repeatKey: string): Promise<void> {
  const caller = callerNow();
  if (caller === undefined) return;
  const mine = session;
  exchange.wait();
  send.disabled = true;
  try {
    const asked = await ask(caller, exchange.question, repeatKey);
    if (mine === session) exchange.answer(asked);
  } catch (error) {
    if (mine !== session) return;
    exchange.fail(wordsOf(error), () => void answer(exchange, repeatKey));
    if (error instanceof AskError && error.status === 401)
      signOut(caller.key === undefined ? 'You are signed out. Sign in again.' : error.message);
  } finally {
    send.disabled = false;
    exchange.element.scrollIntoView({ block: 'nearest' });
  }
}

function submitQuestion(): void {
  const text = question.value.trim();
  if (text === '' || send.disabled) return;
  const exchange = new Exchange(text);
  log.append(exchange.element);
  empty.hidden = true;
  question.value = '';
  fit();
  exchange.element.scrollIntoView({ block: 'end' });
  void answer(exchange, randomName());
}

/** A height for what is written, up to what the style sheet allows. */
function fit(): void {
  question.style.height = 'auto';
  question.style.height = `${question.scrollHeight}px`;
}

const wordsOf = (error: unknown): string =>
  error instanceof AskError ? error.message : 'Something went wrong on this page. Please reload it.';

/** `crypto.randomUUID` is not there on pages that came over plain http. */
const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

for (const text of EXAMPLES) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = text;
  button.addEventListener('click', () => {
    question.value = text;
    submitQuestion();
    question.focus();
  });
  item.append(button);
  element('examples', HTMLElement).append(item);
}
keyForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void enterKey();
});
askForm.addEventListener('submit', (event) => {
  event.preventDefault();
  submitQuestion();
});
question.addEventListener('input', fit);
question.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  submitQuestion();
});
forget.addEventListener('click', () => {
  const leaving = storedKey() === undefined ? person : undefined;
  const left = leaving === undefined ? Promise.resolve() : endSignIn(leaving);
  left.then(
    () => {
      log.replaceChildren();
      signOut('');
    },
    (error: unknown) => {
      keyError.textContent = wordsOf(error);
    },
  );
});

/** A key of this tab goes first; else whoever signed in, here or in the console. */
async function begin(): Promise<void> {
  try {
    if (storedKey() === undefined) person = (await signedIn())?.caller;
  } catch (error) {
    keyError.textContent = wordsOf(error);
  }
  show();
}
void begin();
