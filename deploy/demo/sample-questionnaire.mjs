// A questionnaire as customers send them: a cover sheet, a preamble above the header, section rows, merged cells, drop-downs.
import ExcelJS from 'exceljs';

const SECTIONS = [
  [
    'Governance',
    [
      ['1.1', 'Who is responsible for information security in your organization?', 'text'],
      ['1.2', 'How often are security policies reviewed and approved?', 'text'],
      ['1.3', 'Do all employees receive security awareness training?', 'yesno'],
      ['1.4', 'Do you carry cyber liability insurance?', 'yesno'],
    ],
  ],
  [
    'Data protection',
    [
      ['2.1', 'Is customer data encrypted at rest?', 'yesno'],
      ['2.2', 'Which TLS versions are accepted on public endpoints?', 'text'],
      ['2.3', 'Do you support customer-managed encryption keys?', 'yesno'],
      ['2.4', 'In which country is customer data hosted?', 'text'],
    ],
  ],
  [
    'Access control',
    [
      ['3.1', 'Is multi-factor authentication required for all staff?', 'yesno'],
      ['3.2', 'How often are access rights reviewed?', 'text'],
      ['3.3', 'Describe how access is removed when an employee leaves.', 'text'],
    ],
  ],
];

const RESILIENCE = [
  ['R1', 'What are your recovery time and recovery point objectives?'],
  ['R2', 'How often are backups taken and how long are they kept?'],
  ['R3', 'Within what time do you notify customers of a personal data breach?'],
  ['R4', 'Are you certified to ISO 27001?'],
  ['R5', 'Do you hold a SOC 2 Type II report?'],
  ['R6', 'Do you operate a bug bounty program?'],
  ['R7', 'State the name of your data protection officer.'],
  ['R8', 'When was the last penetration test performed?'],
];

/** Writes the sample to `path` and returns how many questions it holds. */
export async function writeSampleQuestionnaire(path) {
  const workbook = new ExcelJS.Workbook();
  const cover = workbook.addWorksheet('Instructions');
  cover.addRow(['Vendor Security Assessment 2027']).font = { bold: true, size: 16 };
  cover.addRow(['Thank you for taking part in our vendor review.']);
  cover.addRow(['Please fill in the response columns of the next two sheets and send this file back.']);
  cover.getColumn(1).width = 90;

  const security = workbook.addWorksheet('Security');
  security.mergeCells('A1:E1');
  security.getCell('A1').value = 'Security controls';
  security.getCell('A1').font = { bold: true, size: 14 };
  security.getCell('A2').value = 'Choose Yes, No or N/A where a list is offered and explain in the comments.';
  security.addRow([]);
  const header = security.addRow(['#', 'Question', 'Response', 'Comments', 'Reviewer use only']);
  header.font = { bold: true, color: { argb: 'FFFFFFFF' } };
  header.eachCell((cell) => {
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1F3864' } };
  });
  let questions = 0;
  for (const [section, rows] of SECTIONS) {
    const row = security.addRow([section]);
    security.mergeCells(row.number, 1, row.number, 5);
    row.font = { bold: true };
    row.getCell(1).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFD9E2F3' } };
    for (const [number, text, kind] of rows) {
      const added = security.addRow([number, text]);
      questions++;
      if (kind === 'yesno') {
        added.getCell(3).dataValidation = { type: 'list', allowBlank: true, formulae: ['Lists!$A$1:$A$3'] };
      }
    }
  }
  security.columns = [{ width: 6 }, { width: 70 }, { width: 24 }, { width: 40 }, { width: 18 }];
  security.getColumn(2).alignment = { wrapText: true, vertical: 'top' };

  const resilience = workbook.addWorksheet('Resilience');
  resilience.addRow(['ID', 'Question', 'Answer']).font = { bold: true };
  for (const [id, text] of RESILIENCE) {
    resilience.addRow([id, text]);
    questions++;
  }
  resilience.columns = [{ width: 6 }, { width: 80 }, { width: 50 }];

  const lists = workbook.addWorksheet('Lists', { state: 'hidden' });
  for (const option of ['Yes', 'No', 'N/A']) lists.addRow([option]);

  await workbook.xlsx.writeFile(path);
  return questions;
}
