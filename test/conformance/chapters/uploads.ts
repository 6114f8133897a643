import { csvOf, type FilePart, type Part } from '../../support/multipart.js';
import { pathsOf, problem, type Answer, type Body } from '../client.js';
import { holds, same } from '../report.js';
import { filled, object, shaped, uuid } from '../shape.js';
import { fresh, files, PASTED, QUESTIONS, upload, UNKNOWN, uploaded, processed, type World } from '../world.js';

const COMPANY: Part = ['company_name', 'Acme'];
const FILE: Part = ['file', csvOf(QUESTIONS)];
const RECEIPT = object({ questionnaire_id: uuid, message: filled });

/** Files and texts that come in. */
export async function uploads({ report, child }: World): Promise<void> {
  const send = (...parts: Part[]): Promise<Answer> => upload(child, ...parts);
  const paste = (json: object): Promise<Answer> => child.post('/v1/questionnaire/upload/text', json);
  const overview = async (answer: Answer): Promise<Body> => processed(child, String(answer.body['questionnaire_id']));

  report.chapter('S 2.2', 'FILE');
  for (const file of await files())
    await report.check(
      `a .${file.fileName.split('.').pop()} with its type is accepted, read and answered`,
      async () => {
        const answer = await send(COMPANY, ['file', file]);
        same('status', answer.status, 200);
        shaped('receipt', answer.body, RECEIPT);
        const { status, total_questions } = await overview(answer);
        same('status in the end', status, 'ANSWERING_COMPLETED');
        same('questions', total_questions, QUESTIONS.length);
      },
    );
  const wrongTypes: readonly (readonly [string, Partial<FilePart>])[] = [
    ['another extension', { fileName: 'a.txt', type: 'text/csv' }],
    ['another declared type', { fileName: 'a.csv', type: 'application/zip' }],
  ];
  for (const [what, wrong] of wrongTypes)
    await report.check(`${what} is a 400`, async () => {
      problem('upload', await send(COMPANY, ['file', { ...csvOf(QUESTIONS), ...wrong }]), 400, 'unsupported_file_type');
    });
  await report.check('type and extension in capitals, and parameters of the type, are accepted', async () => {
    const file = { ...csvOf(QUESTIONS), fileName: 'ASKED.CSV', type: 'Text/CSV; charset=utf-8' };
    same('status', (await send(COMPANY, ['file', file])).status, 200);
  });
  await report.check('without a declared type the extension decides', async () => {
    const file = { ...csvOf(QUESTIONS), type: 'application/octet-stream' };
    same('status', (await send(COMPANY, ['file', file])).status, 200);
  });
  await report.check('a declared type that the bytes contradict ends as ANALYSIS_FAILED', async () => {
    const file = { fileName: 'a.xlsx', type: (await files())[0]!.type, content: 'no workbook at all '.repeat(20) };
    const { status, status_display_name: shown } = await overview(await send(COMPANY, ['file', file]));
    same('status', [status, shown], ['ANALYSIS_FAILED', 'Analysis failed']);
  });

  report.chapter('S 2.1', 'FORM');
  await report.check('a file is required', async () => {
    same('path', pathsOf(problem('upload', await send(COMPANY), 422)), ['file']);
  });
  await report.check('the company name is required, and a blank one is none', async () => {
    same('absent', pathsOf(problem('absent', await send(FILE), 422)), ['company_name']);
    same('blank', pathsOf(problem('blank', await send(['company_name', '  '], FILE), 422)), ['company_name']);
  });
  const wrongFields: readonly (readonly [string, string, Part[]])[] = [
    ['a deadline that is no date of the calendar', 'deadline', [['deadline', '2027-02-30']]],
    ['a deal value that is no number', 'deal_value', [['deal_value', 'many']]],
    ['a negative deal value', 'deal_value', [['deal_value', '-1']]],
    [
      'an unknown assignee type',
      'assignee_types',
      [
        ['assignee_ids', 'a'],
        ['assignee_types', 'TEAM'],
      ],
    ],
    [
      'fewer types than assignees',
      'assignee_types',
      [
        ['assignee_ids', '["a","b"]'],
        ['assignee_types', 'USER'],
      ],
    ],
  ];
  for (const [what, path, parts] of wrongFields)
    await report.check(`${what} is a 422 that names the field`, async () => {
      const wrong = pathsOf(problem('upload', await send(COMPANY, ...parts, FILE), 422));
      holds(
        'path',
        wrong.some((one) => String(one).startsWith(path)),
        wrong,
      );
    });
  await report.check('all fields are kept, and arrays may be repeated, JSON or divided by commas', async () => {
    const tag = await child.ok('POST', '/v1/tags/', { json: { name: fresh('Upload') } });
    const forms: Part[][] = [
      [
        ['assignee_ids', 'u1'],
        ['assignee_ids', 'g1'],
        ['assignee_types', 'USER'],
        ['assignee_types', 'GROUP'],
      ],
      [
        ['assignee_ids[]', 'u1'],
        ['assignee_ids[]', 'g1'],
        ['assignee_types[]', 'USER'],
        ['assignee_types[]', 'GROUP'],
      ],
      [
        ['assignee_ids', '["u1","g1"]'],
        ['assignee_types', '["USER","GROUP"]'],
      ],
      [
        ['assignee_ids', 'u1,g1'],
        ['assignee_types', 'USER,GROUP'],
      ],
    ];
    const common: Part[] = [
      ['company_name', 'Acme Corporation'],
      ['deal_value', '12345.67'],
      ['deadline', '2031-05-06'],
      ['instructions', 'Answer briefly.'],
      ['tag_ids', String(tag['id'])],
    ];
    for (const parts of forms) {
      const seen = await overview(await send(...common, ...parts, FILE));
      same('company_name', seen['company_name'], 'Acme Corporation');
      same('deal_value', seen['deal_value'], 12345.67);
      same('deadline', seen['deadline'], '2031-05-06');
      same('instructions', seen['instructions'], 'Answer briefly.');
      holds('tags', JSON.stringify(seen['tags']).includes(String(tag['id'])), seen['tags']);
      same('assignees', seen['assignees'], [
        { id: 'u1', type: 'USER', name: null },
        { id: 'g1', type: 'GROUP', name: null },
      ]);
    }
  });
  await report.check('blank fields count as absent, and unknown tags fail nothing', async () => {
    const seen = await overview(
      await send(COMPANY, ['deal_value', ''], ['deadline', ' '], ['tag_ids', UNKNOWN], ['assignee_ids', 'u1'], FILE),
    );
    same('values', [seen['deal_value'], seen['deadline']], [null, null]);
    same('assignees', seen['assignees'], [{ id: 'u1', type: 'USER', name: null }]);
  });
  await report.check('a compressed form is a 415', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=B', 'content-encoding': 'gzip' };
    problem('upload', await child.call('POST', '/v1/questionnaire/upload/file', { body: 'x', headers }), 415);
  });
  await report.check('another content type is a 422', async () => {
    const sent = { body: 'x', headers: { 'content-type': 'text/plain' } };
    problem('upload', await child.call('POST', '/v1/questionnaire/upload/file', sent), 422);
  });

  report.chapter('S 2.1', 'TEXT');
  const ofLength = (length: number, unit = 'Is it so? '): string => unit.repeat(length).slice(0, length);
  await report.check('a text of 50 and of 200,000 characters is accepted', async () => {
    for (const length of [50, 200_000]) {
      const answer = await paste({ text_content: ofLength(length) });
      same(`status of ${length}`, answer.status, 200);
      shaped('receipt', answer.body, RECEIPT);
      await child.delete(`/v1/questionnaire/${String(answer.body['questionnaire_id'])}`);
    }
  });
  await report.check('a text of 49 and of 200,001 characters is a 422', async () => {
    for (const length of [49, 200_001])
      same('path', pathsOf(problem('text', await paste({ text_content: ofLength(length) }), 422)), ['text_content']);
  });
  await report.check('characters are code points', async () => {
    same('50', (await paste({ text_content: '😀'.repeat(50) })).status, 200);
    problem('49', await paste({ text_content: '😀'.repeat(49) }), 422);
  });
  await report.check('the text is required', async () => {
    same('path', pathsOf(problem('text', await paste({ company_name: 'Acme' }), 422)), ['text_content']);
  });
  await report.check(
    'without a company and a source type these are "" and TEXT; the title is the first line',
    async () => {
      const seen = await overview(await paste({ text_content: `\n\nSecurity review\n${PASTED}` }));
      same('values', [seen['company_name'], seen['source_type'], seen['title']], ['', 'TEXT', 'Security review']);
    },
  );
  await report.check('all fields are kept', async () => {
    const given = {
      company_name: 'Acme',
      source_type: 'EMAIL',
      deal_value: 10.5,
      deadline: '2031-05-06',
      instructions: 'Short.',
    };
    const assignees = [
      { id: 'u1', type: 'USER' },
      { id: 'g1', type: 'GROUP' },
    ];
    const seen = await overview(await paste({ text_content: PASTED, ...given, assignees }));
    for (const [name, value] of Object.entries(given)) same(name, seen[name], value);
    same(
      'assignees',
      seen['assignees'],
      assignees.map((one) => ({ ...one, name: null })),
    );
  });
  await report.check('a deal value may be a numeric string', async () => {
    same('value', (await overview(await paste({ text_content: PASTED, deal_value: '99.95' })))['deal_value'], 99.95);
  });
  const wrong: readonly (readonly [string, object])[] = [
    ['assignees.0.type', { assignees: [{ id: 'a', type: 'TEAM' }] }],
    ['deadline', { deadline: '2027-13-01' }],
    ['deal_value', { deal_value: -1 }],
    ['tag_ids.0', { tag_ids: [1] }],
  ];
  for (const [path, fields] of wrong)
    await report.check(`a wrong ${path} is a 422 that names it`, async () => {
      same('path', pathsOf(problem('text', await paste({ text_content: PASTED, ...fields }), 422)), [path]);
    });

  report.chapter('D 3', 'TITLE');
  await report.check('the title of a file is its name without the extension', async () => {
    same(
      'title',
      (await child.ok('GET', `/v1/questionnaire/${await uploaded(child, 'Due diligence')}/overview`))['title'],
      'Due diligence',
    );
  });
}
