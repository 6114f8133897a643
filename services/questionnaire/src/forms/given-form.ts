import { cleanName, cleanText, invalid, isUuid, lengthOf, firstCharacters, type FieldError } from '@candor/runtime';
import { FORM_KINDS, type FormKind, type FormQuestion } from '../store/form-documents.js';
import { charactersOf } from '../store/form-questionnaires.js';

/** A question as a caller gives it; '' and 0 are "not given". */
export type GivenQuestion = Omit<FormQuestion, 'kind'> & { kind: string };

export interface GivenForm {
  formId: string;
  pageUrl: string;
  title: string;
  companyName: string;
  questions: GivenQuestion[];
}

export interface CheckedForm extends Omit<GivenForm, 'questions'> {
  host: string;
  questions: FormQuestion[];
}

/** Questions of all pages of a form. */
export const MOST_OF_A_FORM = 1000;
/** Characters, and how many. */
const MOST = {
  url: 2000,
  title: 300,
  company: 300,
  key: 200,
  text: 4000,
  help: 4000,
  section: 1000,
  option: 1000,
  options: 200,
  questions: 300,
  maxLength: 10_000_000,
} as const;
/** Of all texts of a form, whose pages are read together at each run. */
export const MOST_CHARACTERS = 1_000_000;

/** The form as it is stored: names on one line, each key once. Throws `invalid` naming what is wrong. */
export function checkedForm(given: GivenForm): CheckedForm {
  const errors: FieldError[] = [];
  const wrong = (path: string, message: string): void => void errors.push({ path, message });
  if (!isUuid(given.formId)) wrong('form_id', 'form_id must be a UUID.');
  const host = hostOf(given.pageUrl);
  if (host === undefined || given.pageUrl.length > MOST.url)
    wrong('page_url', `page_url must be an address of http or https with at most ${MOST.url} characters.`);
  if (lengthOf(given.title) > MOST.title) wrong('title', `title has more than ${MOST.title} characters.`);
  if (lengthOf(given.companyName) > MOST.company)
    wrong('company_name', `company_name has more than ${MOST.company} characters.`);
  const count = given.questions.length;
  if (count === 0 || count > MOST.questions) wrong('questions', `questions must have 1 to ${MOST.questions} entries.`);
  const keys = new Set<string>();
  const questions = given.questions.slice(0, MOST.questions).map((question, index) => {
    const checked = checkedQuestion(question, (field, message) => wrong(`questions.${index}.${field}`, message));
    if (keys.has(checked.key)) wrong(`questions.${index}.key`, 'Each key may come once.');
    keys.add(checked.key);
    return checked;
  });
  if (charactersOf(questions) > MOST_CHARACTERS)
    wrong('questions', `The texts have more than ${MOST_CHARACTERS.toLocaleString('en')} characters together.`);
  if (errors.length > 0 || host === undefined) throw invalid(errors);
  const { formId, pageUrl, title, companyName } = given;
  return {
    formId: formId.toLowerCase(),
    pageUrl: withoutSecrets(pageUrl),
    host,
    questions,
    title: cleanName(title),
    companyName: cleanName(companyName),
  };
}

function checkedQuestion(given: GivenQuestion, wrong: (field: string, message: string) => void): FormQuestion {
  const kind = FORM_KINDS.find((known) => known === given.kind);
  if (kind === undefined) wrong('kind', `kind must be one of ${FORM_KINDS.join(', ')}.`);
  for (const field of ['key', 'text', 'help', 'section'] as const)
    if (lengthOf(given[field]) > MOST[field]) wrong(field, `${field} has more than ${MOST[field]} characters.`);
  const [key, text] = [cleanName(given.key), cleanText(given.text).trim()];
  if (key === '') wrong('key', 'key must not be blank.');
  if (text === '') wrong('text', 'text must not be blank.');
  const options = [...new Set(given.options.map((option) => cleanName(option)).filter((option) => option !== ''))];
  if (given.options.length > MOST.options || options.some((option) => lengthOf(option) > MOST.option))
    wrong('options', `options has at most ${MOST.options} entries of ${MOST.option} characters.`);
  if (options.length === 0 && (kind === 'choice' || kind === 'multi_choice'))
    wrong('options', 'A question that is answered by choice needs its options.');
  const { maxLength, required } = given;
  if (!Number.isSafeInteger(maxLength) || maxLength < 0 || maxLength > MOST.maxLength)
    wrong('max_length', `max_length must be a whole number from 1 to ${MOST.maxLength.toLocaleString('en')}.`);
  const [help, section] = [cleanText(given.help).trim(), cleanName(given.section)];
  return { key, text, help, section, kind: kind ?? ('text' satisfies FormKind), options, maxLength, required };
}

function hostOf(url: string): string | undefined {
  try {
    const { protocol, host } = new URL(url);
    return (protocol === 'https:' || protocol === 'http:') && host !== '' ? host : undefined;
  } catch {
    return undefined;
  }
}

/** Names, passwords, queries and fragments of an address may open the form for whoever reads them: they are not kept. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** "Form on portal.example.com: Supplier assessment". */
export function formTitle(host: string, title: string): string {
  const whole = title === '' ? `Form on ${host}` : `Form on ${host}: ${title}`;
  return firstCharacters(whole, MOST.title);
}
