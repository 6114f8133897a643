import { invalid, type FieldError } from '@candor/runtime';
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

const DECIMAL = /^\+?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** Characters of a decimal: more than any amount of money has. */
const LONGEST_DECIMAL = 60;

/** A real calendar date written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A finite decimal ≥ 0 of at most 60 characters. */
export const isDealValue = (text: string): boolean =>
  text.length <= LONGEST_DECIMAL && DECIMAL.test(text) && Number.isFinite(Number(text));

/** Checks the fields; throws `invalid` naming every wrong one. */
export function checkFields(fields: IntakeFields, options: { companyRequired: boolean }): void {
  const errors: FieldError[] = [];
  if (options.companyRequired && fields.companyName.trim() === '') {
    errors.push({
      path: 'company_name',
      message: 'company_name is required: the company that sent the questionnaire.',
    });
  }
  if (fields.dealValue !== '' && !isDealValue(fields.dealValue)) {
    errors.push({ path: 'deal_value', message: 'deal_value must be a decimal number of 0 or more, e.g. 25000.50.' });
  }
  if (fields.deadline !== '' && !isCalendarDate(fields.deadline)) {
    errors.push({ path: 'deadline', message: 'deadline must be a real date written YYYY-MM-DD, e.g. 2027-03-31.' });
  }
  if (errors.length > 0) throw invalid(errors);
}
