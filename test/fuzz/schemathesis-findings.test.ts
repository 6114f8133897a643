import { describe, expect, it } from '@jest/globals';
import { findingsOf, whyNotOurs } from './schemathesis-findings.js';

const SUMMARY = '=== SUMMARY ===\n\nTest cases:\n  2 generated, 2 found 2 unique failures\n';
const REPORT = `Schemathesis

=================================== FAILURES ===================================
_______________________________ POST /v1/users ________________________________
1. Test Case ID: aaaaaa

- ST202 Schema-valid request rejected

[422] Unprocessable Content:

    \`{"code":"invalid_input","errors":[{"path":"group_ids.0","message":"No such group in the organization."}]}\`

2. Test Case ID: bbbbbb

- ST202 Schema-valid request rejected

- ST101 Server error

[500] Internal Server Error:

    \`{"detail":"No such group in the organization."}\`
________________________________ Stateful tests ________________________________
1. Test Case ID: cccccc

- ST201 Schema-violating request accepted
${SUMMARY}`;

describe('the findings of schemathesis', () => {
  it('are read with their operations and all of their checks', () => {
    expect(findingsOf(REPORT).map(({ operation, checks }) => [operation, checks])).toEqual([
      ['POST /v1/users', ['ST202']],
      ['POST /v1/users', ['ST202', 'ST101']],
      ['Stateful tests', ['ST201']],
    ]);
  });

  it('are not ours only when each check of them is known, whatever the text says', () => {
    expect(findingsOf(REPORT).map((one) => whyNotOurs(one) !== undefined)).toEqual([true, false, false]);
  });

  it('are ours where a wrong value was taken, and not where a parameter had none', () => {
    const accepted = (query: string): string | undefined =>
      whyNotOurs({
        operation: 'GET /v1/tags/',
        checks: ['ST201'],
        text: `Invalid component: parameter \`status\` in query - violates\n\n    curl 'http://127.0.0.1:1/v1/tags/?${query}'`,
      });
    expect(accepted('status=')).toMatch(/without a value/);
    expect(accepted('limit=1&status=&offset=0')).toMatch(/without a value/);
    expect(accepted('status=x&limit=')).toBeUndefined();
  });

  it('are ours where a form brought a wrong value, and not where its field had none', () => {
    const accepted = (value: string): string | undefined =>
      whyNotOurs({
        operation: 'POST /v1/questionnaire/upload/file',
        checks: ['ST201'],
        text: `Invalid component: in body - deadline: Value not matching\n\n    curl -H 'Content-Type: multipart/form-data' -d $'name="deadline"\\r\\n\\r\\n${value}\\r\\n--'`,
      });
    expect(accepted('')).toMatch(/counts as absent/);
    expect(accepted('tomorrow')).toBeUndefined();
  });

  it('are none in a clean report, and one when a run has errors of its own or no summary', () => {
    expect(findingsOf(SUMMARY)).toEqual([]);
    expect(findingsOf(`=== ERRORS ===\n\nOut of memory\n\n${SUMMARY}`)).toHaveLength(1);
    expect(findingsOf('')).toHaveLength(1);
  });
});
