import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

describe('sheets that ask nothing', () => {
  it('leaves numbered instructions alone', () => {
    const sheet = sheetOf([
      ['Instructions'],
      ['1.', 'Complete all yellow cells in the tabs Security and Privacy.'],
      ['2.', 'Select an answer from the drop-down list in column D.'],
      ['3.', 'Provide supporting documents where requested in this questionnaire.'],
      ['4.', 'Save the file and return it to your contact.'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves a guide alone, whatever is asked in passing', () => {
    const sheet = sheetOf([
      ['How to use this workbook'],
      ['1. Open the list of risks and review it.'],
      ['2. Update the status of every risk at least once a quarter.'],
      ['What if a risk is no longer relevant?'],
      ['Set its status to Closed and add the date.'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves an introduction alone that explains columns by questions', () => {
    const sheet = sheetOf([
      ['SECURITY ASSESSMENT'],
      ['This workbook documents which controls exist in the services that are offered.'],
      ['Answer: Please choose Yes, No or NA for each of the controls.'],
      ['Owner: who is responsible for the control?'],
      ['Description: how is the control met? This is optional but recommended.'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves facts about a file and about its sender alone', () => {
    const facts = [
      ['Title', 'Supplier policy'],
      ['Company', 'Northgate Bank'],
      ['Address', '1 Mill Lane'],
      ['Version', '1.2'],
      ['Author name', 'J. Hill'],
      ['Contact e-mail', 'risk@example.com'],
      ['Date', '2024-01-31'],
    ];
    expect(askedIn(sheetOf(facts))).toEqual([]);
    expect(askedIn(sheetOf(facts.slice(0, 3)))).toEqual([]);
  });

  it('leaves a glossary alone', () => {
    const sheet = sheetOf([
      ['Term', 'Definition'],
      ['Encryption', 'The process of converting information into a code to prevent unauthorised access.'],
      ['Incident', 'An event that may indicate that an organisation’s systems or data have been compromised.'],
      ['Subprocessor', 'A third party that processes personal data on behalf of a processor.'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves an asset register alone', () => {
    const sheet = sheetOf([
      ['Asset ID', 'Asset name', 'Description', 'Owner', 'Location', 'Status', 'Date'],
      [
        'A-1',
        'Mail server',
        'Handles incoming and outgoing mail of the company',
        'IT',
        'Berlin',
        'Active',
        '2023-01-01',
      ],
      [
        'A-2',
        'File server',
        'Stores documents of all departments in the office',
        'IT',
        'Berlin',
        'Active',
        '2023-02-01',
      ],
      ['A-3', 'CRM', 'Keeps customer contacts and their purchase history', 'Sales', 'Cloud', 'Retired', '2022-02-01'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves a risk register alone', () => {
    const sheet = sheetOf(
      [
        ['Risk ID', 'Risk description', 'Likelihood', 'Impact', 'Owner', 'Mitigation', 'Status', 'Due date'],
        [
          'R1',
          'Loss of the main data centre leads to an outage of several days',
          3,
          5,
          'CIO',
          'Second site is being built',
          'Open',
          '2025-01-01',
        ],
        [
          'R2',
          'Key staff leave and knowledge about systems is lost',
          2,
          3,
          'HR',
          'Documentation is kept up to date',
          'Closed',
          '2025-03-01',
        ],
        [
          'R3',
          'Supplier is breached and customer data is exposed',
          2,
          5,
          'CISO',
          'Contracts require notification',
          'Open',
          null,
        ],
      ],
      { lists: { 'G2:G100': ['Open', 'Closed'] } },
    );
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves a change log alone', () => {
    const sheet = sheetOf([
      ['Version', 'Date', 'Author', 'Description of change'],
      ['1.0', '2020-01-01', 'A. Smith', 'First release of the questionnaire'],
      ['1.1', '2021-01-01', 'B. Jones', 'Added questions about cloud services and removed duplicates'],
      ['2.0', '2022-01-01', 'B. Jones', 'Restructured all sections'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves lists for drop-downs alone', () => {
    const sheet = sheetOf([
      ['Status', 'Answer', 'Severity', 'Category'],
      ['Open', 'Yes', 'High', 'Identity and access management'],
      ['Closed', 'No', 'Medium', 'Network security'],
      [null, 'Yes, partly', 'Low', 'Business continuity'],
      [null, 'Not applicable', null, 'Data protection'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves a scorecard alone', () => {
    const sheet = sheetOf([
      ['Summary'],
      ['Domain', 'Score', 'Maximum', 'Percentage', 'Rating'],
      ['Access control', { text: '12', formula: 'SUM(A!F:F)' }, 20, { text: '60%', formula: 'B3/C3' }, 'Medium'],
      ['Encryption', { text: '5', formula: 'SUM(B!F:F)' }, 10, { text: '50%', formula: 'B4/C4' }, 'Medium'],
      ['Total', { text: '17', formula: 'SUM(B3:B4)' }, 30, { text: '57%', formula: 'B5/C5' }, 'Medium'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves a guide to the controls alone', () => {
    const sheet = sheetOf([
      ['Control ID', 'Guidance', 'References'],
      [
        'AC-1',
        'Organisations should review access rights regularly and remove those that are no longer needed.',
        'ISO 27001 A.5.18',
      ],
      ['AC-2', 'Strong authentication combines several factors; hardware tokens resist phishing best.', 'NIST 800-63'],
      ['AC-3', 'Shared accounts should be avoided because they hide who acted.', 'ISO 27001 A.5.16'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves facts about the file alone', () => {
    const sheet = sheetOf([
      ['Title:', 'Supplier assessment'],
      ['Version:', '1.2'],
      ['Author:', 'Security team'],
      ['Contributors:', null],
      ['License:', 'CC BY 4.0'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves a price list and a contact list alone', () => {
    const prices = sheetOf([
      ['Item', 'Description', 'Quantity', 'Unit price', 'Total'],
      [1, 'Licence for one hundred users and one year', 1, 1000, 1000],
      [2, 'Support during business hours', 1, 500, 500],
    ]);
    const contacts = sheetOf([
      ['Name', 'Role', 'Email', 'Phone'],
      ['Jane Doe', 'Chief Information Security Officer', 'jane@example.com', '+1 555 0100'],
      ['John Roe', 'Data Protection Officer', 'john@example.com', '+1 555 0101'],
    ]);
    expect(askedIn(prices, contacts)).toEqual([]);
  });

  it('leaves a grid of data to enter alone', () => {
    const sheet = sheetOf([
      ['Please list all systems that process our data.'],
      ['System number', 'System name', 'System description', 'Hosting location'],
      ['System 1'],
      ['System 2'],
      ['System 3'],
      ['System 4'],
    ]);
    expect(askedIn(sheet)).toEqual([]);
  });

  it('leaves a data dictionary and a mapping of standards alone', () => {
    const dictionary = sheetOf([
      ['Field', 'Type', 'Description', 'Example'],
      ['customer_id', 'integer', 'Unique number of the customer in the system', '42'],
      ['created_at', 'date', 'Time at which the record was made', '2020-01-01'],
    ]);
    const mapping = sheetOf([
      ['Control ID', 'Control title', 'ISO 27001', 'NIST CSF', 'SOC 2'],
      ['C-01', 'Access control policy', 'A.5.15', 'PR.AC-1', 'CC6.1'],
      ['C-02', 'Encryption of data at rest', 'A.8.24', 'PR.DS-1', 'CC6.7'],
      ['C-03', 'Security awareness training', 'A.6.3', 'PR.AT-1', 'CC1.4'],
    ]);
    expect(askedIn(dictionary, mapping)).toEqual([]);
  });

  it('holds for the legend of the choices below a table', () => {
    const rows = ['Keys are kept in a managed store.', 'Sessions end on the server.', 'Logs hold no personal data.'];
    const sheet = sheetOf(
      [
        ['Ref', 'Requirement', 'Status'],
        ...rows.map((text, i): Value[] => [`X-${i + 1}`, text, null]),
        [],
        ['Symbol', 'Definition'],
        ['Pass', 'The requirement applies and is met.'],
        ['Fail', 'The requirement applies but is not met.'],
      ],
      { lists: { 'C2:C4': ['Pass', 'Fail'] } },
    );
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [2, 4]));
  });
});
