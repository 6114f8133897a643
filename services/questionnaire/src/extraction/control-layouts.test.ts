import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

describe('lists of controls and requirements in sheets', () => {
  it('takes a cloud control matrix: title, ids like A&A-01.1, answers and ownership with drop-downs, specifications beside', () => {
    const sheet = sheetOf(
      [
        ['CONSENSUS ASSESSMENTS INITIATIVE QUESTIONNAIRE v4.0.2'],
        [],
        [
          'Question ID',
          'Question',
          'CSP CAIQ Answer',
          'SSRM Control Ownership',
          'CSP Implementation Description (Optional/Recommended)',
          'CSC Responsibilities (Optional/Recommended)',
          'CCM Control ID',
          'CCM Control Specification',
          'CCM Control Title',
          'CCM Domain Title',
        ],
        [
          'A&A-01.1',
          'Are audit and assurance policies, procedures, and standards established, documented, approved, communicated, applied, evaluated, and maintained?',
          null,
          null,
          null,
          null,
          'A&A-01',
          'Establish, document, approve, communicate, apply, evaluate and maintain audit and assurance policies and procedures and standards. Review and update the policies and procedures at least annually.',
          'Audit and Assurance Policy and Procedures',
          'Audit & Assurance',
        ],
        [
          'A&A-01.2',
          'Are audit and assurance policies, procedures, and standards reviewed and updated at least annually?',
        ],
        [
          'A&A-02.1',
          'Are independent audit and assurance assessments conducted according to relevant standards at least annually?',
          null,
          null,
          null,
          null,
          'A&A-02',
          'Conduct independent audit and assurance assessments according to relevant standards at least annually.',
          'Independent Assessments',
          null,
        ],
        [
          'A&A-03.1',
          'Are independent audit and assurance assessments performed according to risk-based plans and policies?',
          null,
          null,
          null,
          null,
          'A&A-03',
          'Perform independent audit and assurance assessments according to risk-based plans and policies.',
          'Risk Based Planning Assessment',
          null,
        ],
        ['End of Standard'],
      ],
      {
        lists: { 'C4:C7': ['Yes', 'No', 'NA'], 'D4:D7': ['CSP-owned', 'CSC-owned', 'Shared'] },
        merges: ['G4:G5', 'H4:H5', 'I4:I5', 'J4:J7'],
      },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [4, 7]));
  });

  it('takes Yes, No and Not applicable below one spanning heading as the options', () => {
    const sheet = sheetOf(
      [
        [
          'Control Domain',
          'Control ID',
          'Question ID',
          'Control Specification',
          'Consensus Assessment Questions',
          'Consensus Assessment Answers',
          null,
          null,
          'Notes',
        ],
        [null, null, null, null, null, 'Yes', 'No', 'Not Applicable', null],
        [
          'Application Security',
          'AIS-01',
          'AIS-01.1',
          'Applications and interfaces (APIs) shall be designed, developed, deployed, and tested in accordance with leading industry standards.',
          'Do you use industry standards to build in security for your SDLC?',
          null,
          'X',
        ],
        [
          null,
          null,
          'AIS-01.2',
          null,
          'Do you use an automated source code analysis tool to detect security defects in code prior to production?',
        ],
        [
          null,
          null,
          'AIS-01.3',
          null,
          'Do you use manual source-code analysis to detect security defects in code prior to production?',
          'X',
        ],
      ],
      { merges: ['F1:H1', 'A3:A5', 'B3:B5', 'D3:D5'] },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('E', 'F', [3, 5]));
  });

  it('takes a checklist of statements with an empty status column', () => {
    const sheet = sheetOf(
      [
        ['Control', 'Status', 'Evidence'],
        ['Multi-factor authentication is enforced for all administrators', null, null],
        ['Backups are tested at least once a year', null, null],
        ['Logs are kept for twelve months', null, null],
      ],
      { lists: { 'B2:B4': ['Implemented', 'Planned', 'Not implemented'] } },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [2, 4]));
  });

  it('takes requirements with one column a choice', () => {
    const sheet = sheetOf([
      ['Ref', 'Requirement', 'Yes', 'No', 'N/A', 'Comments'],
      ['R1', 'The solution shall support SAML 2.0.', null, null, null, null],
      ['R2', 'The solution shall log all administrative actions.', 'x', null, null, 'see manual'],
      ['R3', 'Data shall be stored within the EU.', null, null, null, null],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [2, 4]));
  });

  it('takes a matrix of requirements with compliance codes and section rows', () => {
    const sheet = sheetOf(
      [
        ['Request for Proposal: Requirements'],
        [],
        ['Req ID', 'Requirement', 'Priority', 'Compliance (F/P/N)', 'Vendor comments'],
        ['1', 'Functional', null, null, null],
        ['1.1', 'The system allows self registration of users', 'M', null, null],
        ['1.2', 'The system supports several languages', 'S', null, null],
        ['2', 'Security', null, null, null],
        ['2.1', 'Passwords are hashed with a salted algorithm', 'M', null, null],
        ['2.2', 'Role based access control', 'M', null, null],
      ],
      { boldRows: [4, 7] },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'D', [5, 6], [8, 9]));
  });

  it('does not take weights and computed scores for answers', () => {
    const sheet = sheetOf(
      [
        ['#', 'Question', 'Weight', 'Answer', 'Score', 'Max score'],
        [1, 'Is there an incident response plan?', 5, null, { text: '0', formula: 'IF(D2="Yes",C2,0)' }, 5],
        [2, 'Is it tested every year?', 3, null, { text: '0', formula: 'IF(D3="Yes",C3,0)' }, 3],
        ['', 'Total', 8, null, { text: '0', formula: 'SUM(E2:E3)' }, 8],
      ],
      { lists: { 'D2:D3': ['Yes', 'No'] } },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'D', 2, 3));
  });

  it('takes a maturity matrix by its questions, not by its levels', () => {
    const sheet = sheetOf(
      [
        ['Question', 'Level 1', 'Level 2', 'Level 3', 'Your rating'],
        [
          'How are assets managed?',
          'Assets are not recorded.',
          'Assets are recorded in a list.',
          'Assets are discovered automatically.',
          null,
        ],
        [
          'How is access granted?',
          'Access is granted on request.',
          'Access follows roles.',
          'Access is reviewed by tools.',
          null,
        ],
        [
          'How are incidents handled?',
          'Incidents are handled ad hoc.',
          'A plan exists.',
          'The plan is exercised.',
          null,
        ],
      ],
      { lists: { 'E2:E4': ['1', '2', '3'] } },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'E', [2, 4]));
  });

  it('takes a statement of applicability with empty justification', () => {
    const sheet = sheetOf([
      ['Clause', 'Control title', 'Control', 'Applicable?', 'Justification', 'Implementation status'],
      [
        'A.5.1',
        'Policies for information security',
        'Information security policy and topic-specific policies shall be defined and approved by management.',
        null,
        null,
        null,
      ],
      [
        'A.5.2',
        'Roles and responsibilities',
        'Information security roles and responsibilities shall be defined and allocated.',
        null,
        null,
        null,
      ],
      [
        'A.5.3',
        'Segregation of duties',
        'Conflicting duties and conflicting areas of responsibility shall be segregated.',
        null,
        null,
        null,
      ],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('C', 'D', [2, 4]));
  });

  it('take statements under "Description / guidance" beside names, with lists of owners and dates to fill', () => {
    const rows = [
      ['Encryption', 'Customer data shall be encrypted at rest.'],
      ['Backups', 'Backups shall be made daily.'],
      ['Access', 'Access rights shall be reviewed every quarter.'],
    ].map(([name, text], i): Value[] => [`C${i + 1}`, name!, text!]);
    const head = ['ID', 'Control', 'Description / guidance', 'Implemented?', 'Date of last review', 'Owner'];
    expect(askedIn(sheetOf([head, ...rows]))).toEqual(rowsOf('C', 'D', [2, 4]));
  });
});
