import { describe, expect, it } from '@jest/globals';
import { askedIn, questionsOf, rowsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import { placesOf, textsOf } from './text.fixture.js';

describe('a question in one column and its follow-ups in the next', () => {
  const rows = [
    ['Main question', 'Sub-question', 'Yes', 'No', "Don't know", 'Notes'],
    ['Do you have a backup system?'],
    ['', 'If yes, which one?'],
    ['', 'Are restores tested?'],
    ['Do you run your own servers?'],
    ['', 'How many?'],
    ['', 'Are they in a locked room?'],
    ['Network'],
    ['', 'Is the network segmented?'],
  ];

  it('asks both, and what yes or no does not answer goes to the notes', () => {
    expect(askedIn(sheetOf(rows))).toEqual(['A2>C2', 'B3>F3', 'B4>C4', 'A5>C5', 'B6>F6', 'B7>C7', 'B9>C9']);
  });

  it('names the main question as the section of its follow-ups, and gives an open one no choices', () => {
    const asked = questionsOf(workbookOf(sheetOf(rows)));
    const which = asked.find((question) => question.text.includes('which one'));
    expect(which?.section).toBe('Do you have a backup system?');
    expect(which?.options).toEqual([]);
    expect(which?.optionLocations).toEqual([]);
  });

  it('knows the words for not knowing of other languages', () => {
    const asked = questionsOf(
      workbookOf(
        sheetOf([
          ['Domanda principale', 'Domanda subordinata', 'Si', 'No', 'Non so', 'Note'],
          ['Esistono copie di sicurezza?'],
          ['', 'Se sì, quali?'],
          ['', 'Vengono verificate?'],
          ['Usate un firewall?'],
          ['', 'È aggiornato?'],
        ]),
      ),
    );
    expect(asked.map((question) => question.options)).toEqual([
      ['Si', 'No', 'Non so'],
      [],
      ['Si', 'No', 'Non so'],
      ['Si', 'No', 'Non so'],
      ['Si', 'No', 'Non so'],
    ]);
  });
});

describe('choices and a column for remarks', () => {
  it('keeps the answer that stands in the remarks of an open question', () => {
    const [, which] = questionsOf(
      workbookOf(
        sheetOf([
          ['Frage', 'Ja', 'Nein', 'Bemerkung'],
          ['Setzen Sie Dienstleister ein?', 'x', '', ''],
          ['Welche Dienstleister setzen Sie ein?', '', '', 'Nordwind GmbH'],
          ['Werden sie geprüft?', '', 'x', ''],
        ]),
      ),
    );
    expect(which?.existingAnswer).toBe('Nordwind GmbH');
    expect(which?.answerLocation).toEqual({ sheet: 'Sheet1', cell: 'D3' });
  });

  it('leaves a question in the choices where there is nowhere else to write', () => {
    expect(
      askedIn(
        sheetOf([
          ['Question', 'Yes', 'No'],
          ['Do you use suppliers?'],
          ['Which suppliers do you use?'],
          ['Are they audited?'],
        ]),
      ),
    ).toEqual(rowsOf('A', 'B', [2, 4]));
  });
});

describe('check lists of short points', () => {
  it.each([
    ['检查项', '确认结果', '备注', ['端口', '域名', '数据库', '健康检测']],
    ['点検項目', '確認結果', '備考', ['鍵管理', '入退室', '持ち出し', '廃棄']],
    ['점검항목', '점검결과', '비고', ['방화벽', '백업', '계정', '로그']],
    ['Prüfpunkt', 'Ergebnis', 'Bemerkung', ['Zutritt', 'Datensicherung', 'Protokolle', 'Verträge']],
    ['Controllo', 'Esito', 'Note', ['Accessi', 'Copie', 'Registri', 'Contratti']],
    ['Requisito', 'Resultado', 'Observaciones', ['Accesos', 'Copias', 'Registros', 'Contratos']],
    ['Control', 'Result', 'Remarks', ['Badges', 'Backups', 'Logs', 'Contracts']],
  ])('%s | %s: every point is asked in the empty column', (item, result, remark, points) => {
    const rows = [[item, result, remark], ...points.map((point) => [point])];
    expect(askedIn(sheetOf(rows))).toEqual(rowsOf('A', 'B', [2, 5]));
  });

  it('asks nothing where the results are all there', () => {
    const rows = [
      ['Control', 'Result', 'Owner'],
      ['Badges', 'Replaced in May', 'Facilities'],
      ['Backups', 'Moved to the new site', 'Operations'],
      ['Logs', 'Kept for a year', 'Operations'],
      ['Contracts', 'Signed again', 'Legal'],
    ];
    expect(askedIn(sheetOf(rows))).toEqual([]);
  });
});

describe('tables of text documents', () => {
  it('asks what stands left of columns that wait for answers, without a heading of its own', () => {
    const table = [
      ['', 'Time needed', 'Antwort'],
      ['Die Funktion finden, die am häufigsten aufgerufen wird', '', ''],
      ['Das Modul mit den meisten Abhängigkeiten bestimmen', '', ''],
      ['Den kleinsten der drei Dienste benennen', '', ''],
    ];
    expect(placesOf([table])).toEqual(['t1r2c1>t1r2c3', 't1r3c1>t1r3c3', 't1r4c1>t1r4c3']);
  });

  it('asks a long text between such questions too', () => {
    const long = Array.from({ length: 24 }, (_, i) => `word${i}`).join(' ');
    const table = [
      ['', 'Time needed', 'Answer'],
      ['How many services are there?', '', ''],
      [`Of all the services name the one with ${long}.`, '', ''],
      ['Which of them is the smallest?', '', ''],
    ];
    expect(placesOf([table])).toEqual(['t1r2c1>t1r2c3', 't1r3c1>t1r3c3', 't1r4c1>t1r4c3']);
  });

  it('asks labels of any words beside cells that are all empty', () => {
    const table = [
      ['Occupational diseases', ''],
      ['Asthma', ''],
      ['COPD', ''],
      ['Loss of hearing', ''],
    ];
    expect(placesOf(['Medical history', table], 'pdf')).toEqual([
      't1r1c1>t1r1c2',
      't1r2c1>t1r2c2',
      't1r3c1>t1r3c2',
      't1r4c1>t1r4c2',
    ]);
  });

  it.each([
    [
      'statements',
      [
        ['We keep backups.', ''],
        ['We test them.', ''],
        ['We store them offsite.', ''],
      ],
    ],
    [
      'facts about the file',
      [
        ['Document', ''],
        ['Version', ''],
        ['Approved by', ''],
      ],
    ],
    ['one column', [['Asthma'], ['COPD'], ['Diabetes']]],
    [
      'filled rows',
      [
        ['Asthma', 'never'],
        ['COPD', 'never'],
        ['Diabetes', ''],
        ['Gout', 'once'],
      ],
    ],
  ])('asks nothing in a table of %s', (_name, table) => {
    expect(textsOf([table])).toEqual([]);
  });
});

describe('options that are named as such', () => {
  it('are offered by the title above them', () => {
    const asked = textsOf([
      '1. Style of submissions',
      '[ ] Option A: Memorials (with evidence), then replies [if any].',
      '[ ] Option B (default): Pleadings first. Evidence comes later.',
      '2. Venue of the hearing',
      '[ ] Option A: At the seat.',
      '[ ] Option B: Elsewhere (please name the city).',
    ]);
    expect(asked).toEqual(['Style of submissions', 'Venue of the hearing']);
  });

  it('are offered also in other languages, behind bullets and as boxes of the reader', () => {
    const document = [
      '1. Aufbewahrung der Daten',
      '• ☐ Variante 1: Im Rechenzentrum (Inland).',
      '• ☐ Variante 2: In der Cloud (EU).',
      '2. Lieu de la réunion',
      { text: '•', options: ['Option A : Au siège de la société.'] },
      { text: '•', options: ['Option B : En ligne.'] },
    ];
    expect(textsOf(document)).toEqual(['Aufbewahrung der Daten', 'Lieu de la réunion']);
  });

  it('leaves statements behind boxes what they are: one to confirm each', () => {
    expect(textsOf(['# Controls', '☐ All laptops are encrypted', '☐ All backups are tested'])).toEqual([
      'All laptops are encrypted',
      'All backups are tested',
    ]);
  });

  it('takes no title in capitals for an order', () => {
    expect(textsOf(['II. DOCUMENT RETENTION', 'Do you keep records?', 'Do you delete them?', 'Who decides?'])).toEqual([
      'Do you keep records?',
      'Do you delete them?',
      'Who decides?',
    ]);
  });
});
