import { cleanName, decimalOf, invalid, lengthOf, type FieldError } from '@candor/runtime';
import type { StoredAssignee } from '../store/documents.js';

/** What a client says about a questionnaire, as it came: '' means "not given". */
export interface IntakeFields {
  companyName: string;
  dealValue: string;
  deadline: string;
  instructions: string;
  /** Whether hidden sheets, rows and columns are asked too; absent: no. */
  includeHidden?: boolean;
  tagIds: string[];
  assignees: StoredAssignee[];
}

/** Characters of a field, or how many a list holds. */
const MOST = {
  title: 300,
  company_name: 300,
  instructions: 20_000,
  source_type: 100,
  tag_ids: 50,
  assignees: 100,
} as const;
const MOST_ID = 200;

/** A real calendar date written YYYY-MM-DD, from the year 1 on. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match || match[1] === '0000') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Checks the fields; throws `invalid` naming every wrong one. */
export function checkFields(fields: IntakeFields, options: { companyRequired: boolean }): void {
  const errors = fieldErrors(fields);
  if (options.companyRequired && cleanName(fields.companyName) === '') {
    errors.unshift({
      path: 'company_name',
      message: 'company_name is required: the company that sent the questionnaire.',
    });
  }
  if (errors.length > 0) throw invalid(errors);
}

export function checkSourceType(sourceType: string): void {
  const errors = tooLong({ source_type: sourceType });
  if (errors.length > 0) throw invalid(errors);
}

/** What is wrong with the fields that are given, on upload and in an edit. */
export function fieldErrors(fields: Partial<IntakeFields> & { title?: string }): FieldError[] {
  const { title, companyName, dealValue = '', deadline = '', instructions, tagIds = [], assignees = [] } = fields;
  const errors = tooLong({ title, company_name: companyName, instructions });
  if (title !== undefined && cleanName(title) === '') errors.push({ path: 'title', message: 'title cannot be empty.' });
  if (dealValue !== '' && decimalOf(dealValue) === undefined) {
    errors.push({ path: 'deal_value', message: 'deal_value must be a decimal number of 0 or more, e.g. 25000.50.' });
  }
  if (deadline !== '' && !isCalendarDate(deadline)) {
    errors.push({ path: 'deadline', message: 'deadline must be a real date written YYYY-MM-DD, e.g. 2027-03-31.' });
  }
  for (const [path, ids] of [
    ['tag_ids', tagIds],
    ['assignees', assignees.map(({ id }) => id)],
  ] as const) {
    if (ids.length > MOST[path]) errors.push({ path, message: `${path} has more than ${MOST[path]} entries.` });
    ids.forEach((id, index) => {
      if (id.length > MOST_ID) errors.push({ path: `${path}.${index}`, message: 'This is not an identifier.' });
    });
  }
  return errors;
}

const tooLong = (texts: Partial<Record<keyof typeof MOST, string | undefined>>): FieldError[] =>
  Object.entries(texts).flatMap(([path, text]) => {
    const most = MOST[path as keyof typeof MOST];
    return lengthOf(text ?? '') > most
      ? [{ path, message: `${path} has more than ${most.toLocaleString('en')} characters.` }]
      : [];
  });
