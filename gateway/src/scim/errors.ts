import { AppError } from '@candor/runtime';

/** What SCIM calls kinds of wrong input (RFC 7644, 3.12). */
export type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget';

/** Input that is wrong, as SCIM tells it: 400 with a `scimType`. */
export const wrongInput = (scimType: ScimType, detail: string): AppError =>
  new AppError('invalid', 'invalid_input', detail, { errors: [{ path: '', message: detail }], data: { scimType } });

export interface ScimErrorBody {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'];
  /** The HTTP status, as text. */
  status: string;
  scimType?: string;
  detail: string;
}

/** Codes of conflicts that are about a name or an address which somebody else has. */
const TAKEN: readonly string[] = ['email_taken', 'user_name_taken'];

/** An error in the form of RFC 7644, 3.12. */
export function scimErrorOf(status: number, { code, message, errors, data }: AppError): ScimErrorBody {
  const said = data?.['scimType'];
  const scimType = typeof said === 'string' ? said : TAKEN.includes(code) ? 'uniqueness' : typeOf(status, code);
  const first = errors?.[0];
  const detail = first && first.path !== '' && !message.includes(first.path) ? `${first.path}: ${message}` : message;
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail,
  };
}

function typeOf(status: number, code: string): ScimType | undefined {
  if (status !== 400) return undefined;
  return code === 'unparseable_body' || code === 'unsupported_content_type' ? 'invalidSyntax' : 'invalidValue';
}
