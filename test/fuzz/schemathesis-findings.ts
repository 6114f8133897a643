/** A failure as schemathesis reports it, in its own words. */
export interface Finding {
  /** As `POST /v1/users`; `Stateful tests` for calls that follow one another. */
  operation: string;
  /** As `ST202 Schema-valid request rejected`. */
  checks: string[];
  /** All that the report says of it: what was expected, the answer, how to repeat it. */
  text: string;
}

interface Known {
  check: string;
  text: RegExp;
  why: string;
}

const REJECTED = 'ST202';

/**
 * Findings that are not ours, each with its reason; the README of this folder lists them. A schema tells the form of each
 * field. It cannot tell what other things exist, what a file holds, or what a text means.
 */
export const NOT_OURS: readonly Known[] = [
  {
    check: 'ST201',
    text: /"code":"headers_too_large"/,
    why: 'it is refused (431), which schemathesis does not count as refused',
  },
  {
    check: 'ST201',
    text: /Invalid component: parameter `(\w+)` in query[\s\S]*[?&]\1=(?:&|')/,
    why: 'a parameter without a value counts as absent, on every path',
  },
  {
    check: 'ST201',
    text: /in body - \w+: Incorrect type[\s\S]*multipart\/form-data/,
    why: 'in a form every value is a text: an object is sent as the text of one',
  },
  {
    check: 'ST201',
    text: /Invalid component: in body - (\w+): [\s\S]*multipart\/form-data[\s\S]*name="\1"\\r\\n\\r\\n\\r\\n--/,
    why: 'a field of a form without a value counts as absent, as a parameter does',
  },
  {
    check: REJECTED,
    text: /Name the email domains \(hd\) that people may join from first/,
    why: 'the domains may be there already: a schema cannot tell what else the organization has',
  },
  {
    check: REJECTED,
    text: /Malformed part header/,
    why: 'names with control characters are no header of a part (RFC 7578)',
  },
  {
    check: REJECTED,
    text: /must not be blank/,
    why: 'a text of characters that cannot be seen is blank; no pattern that all readers know tells those',
  },
  {
    check: REJECTED,
    text: /"code":"scheduling_options_conflict"/,
    why: 'the options exclude each other by their values: `false` and null go with everything',
  },
  {
    check: REJECTED,
    text: /time_?zone must be (?:an|the) IANA name/,
    why: 'which time zones there are changes with the years: no schema holds their names',
  },
  {
    check: REJECTED,
    text: /last_row: must not be above first_row/,
    why: 'a schema cannot compare two numbers',
  },
  {
    check: REJECTED,
    text: /must begin before it expires/,
    why: 'a schema cannot compare two times',
  },
  {
    check: REJECTED,
    text: /scheduled_at must be in the future/,
    why: 'a schema cannot tell what time it is',
  },
  {
    check: REJECTED,
    text: /"code":"(?:unsupported_file_type|type_mismatch|file_\w+|file_required|\w+_file)"/,
    why: 'a schema cannot tell what a file holds: a picture is sent where a table is asked for',
  },
  {
    check: REJECTED,
    text: /(?:No such|There is no such|must be a user of the organization)/,
    why: 'a schema cannot tell what else exists: an id in a body that names nothing is 422',
  },
  {
    check: REJECTED,
    text: /Each key may come once/,
    why: 'a schema can ask for different entries, not for entries of which one field differs',
  },
  {
    check: REJECTED,
    text: /"code":"idempotency_key_reused"|This Idempotency-Key was used for a call with other contents/,
    why: 'the key was used before with other contents, as the standard of the header wants it refused',
  },
  {
    check: REJECTED,
    text: /\\"me\\" needs a person/,
    why: 'the key of the run is nobody’s, and the call asks for what is assigned to its person',
  },
  {
    check: REJECTED,
    text: /"scimType":"invalidFilter"/,
    why: 'a filter is a small language (RFC 7644, 3.4.2.2), which no pattern describes',
  },
  {
    check: REJECTED,
    text: /A user needs an email address: in emails, or as the userName/,
    why: 'one of two fields must hold an address: which of them, only their contents tell',
  },
];

/** The failures of a report. A report that ended early, or met errors of its own, is a failure as well. */
export function findingsOf(report: string): Finding[] {
  const found: Finding[] = [];
  const failures = part(report, 'FAILURES');
  for (const [operation, section] of sections(failures))
    for (const text of section.split(/^\d+\. Test Case ID: /m).slice(1))
      found.push({ operation, checks: [...text.matchAll(/^- (ST\d+)/gm)].map(([, code = '']) => code), text });
  const errors = part(report, 'ERRORS');
  if (errors !== '') found.push({ operation: 'errors', checks: [], text: errors });
  if (!/^Test cases:$/m.test(report)) found.push({ operation: 'no summary', checks: [], text: report.slice(-2000) });
  return found;
}

/** Why a finding is not ours; undefined: it is. Each of its checks must be known. */
export function whyNotOurs({ checks, text }: Finding): string | undefined {
  const known = NOT_OURS.find((one) => one.text.test(text));
  return known && checks.length > 0 && checks.every((check) => check === known.check) ? known.why : undefined;
}

/** What stands under a heading between `=`, up to the next one. */
function part(report: string, name: string): string {
  const [, after = ''] = report.split(new RegExp(`^=+ ${name} =+$`, 'm'));
  return after.split(/^=+ .+ =+$/m)[0] ?? '';
}

/** Pairs of an operation and what is told of it. */
function sections(failures: string): [string, string][] {
  const parts = failures.split(/^_+ (.+) _+$/m);
  return Array.from({ length: (parts.length - 1) / 2 }, (_, i) => [parts[2 * i + 1] ?? '', parts[2 * i + 2] ?? '']);
}
