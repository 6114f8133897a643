import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { routes } from '../routes/table.js';
import { openApiDocument } from './document.js';
import { operationsOf } from './words.js';

const document = openApiDocument(routes, undefined);
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', components: document.components });

/** What the document says of a body. */
function isDescribed(operationId: string, body: unknown): boolean {
  const found = operationsOf(document).find((one) => one.operationId === operationId);
  const schema = JSON.stringify(found?.requestBody?.content['application/json']?.schema);
  return ajv.compile(JSON.parse(schema.replaceAll('"#/', '"document#/')) as object)(body);
}

/** What the server does with it. */
function isTaken(operationId: string, body: unknown): boolean {
  const declared = routes.find((one) => one.operationId === operationId)?.body;
  return declared?.kind === 'json' && declared.schema.safeParse(body).success;
}

const NONE = { areas: [], add: [], remove: [] };
const ofArea = (area: object) => ({ corrections: { ...NONE, areas: [{ sheet: 'A', ...area }] } });
const ofColumns = (columns: object) => ofArea({ columns });
const placed = (location: object) => ({ corrections: { ...NONE, remove: [{ location }] } });

describe('a rule between fields is told by the document as the server keeps it', () => {
  it.each<[string, boolean, unknown]>([
    ['correctExtraction', false, {}],
    ['correctExtraction', false, { use_remembered: false }],
    ['correctExtraction', false, { corrections: null }],
    ['correctExtraction', false, { use_remembered: true, corrections: NONE }],
    ['correctExtraction', true, { use_remembered: true }],
    ['correctExtraction', true, { use_remembered: true, corrections: null }],
    ['correctExtraction', true, { use_remembered: false, corrections: NONE }],
    ['correctExtraction', true, { corrections: NONE, dry_run: true }],
    ['correctExtraction', false, ofColumns({ answers: ['C'], choices: ['D', 'E'] })],
    ['correctExtraction', false, ofColumns({ choices: ['D'] })],
    ['correctExtraction', true, ofColumns({ choices: ['D', 'E'], answers: [] })],
    ['correctExtraction', false, ofColumns({ question: 'XFE' })],
    ['correctExtraction', false, ofColumns({ question: 'zaa' })],
    ['correctExtraction', true, ofColumns({ question: 'xfd', answers: null })],
    ['correctExtraction', true, ofColumns({ question: 'WZZ' })],
    ['correctExtraction', false, ofArea({ asks: false, first_row: 2 })],
    ['correctExtraction', false, ofArea({ asks: false, columns: {} })],
    ['correctExtraction', true, ofArea({ asks: false, columns: null, last_row: null })],
    ['correctExtraction', true, ofArea({ asks: true, first_row: 2 })],
    ['correctExtraction', false, placed({ sheet: 'A' })],
    ['correctExtraction', false, placed({ page: 1 })],
    ['correctExtraction', true, placed({ page: 1, line: 2 })],
    ['correctExtraction', true, placed({ cell: 'A1' })],
    ['rewriteAnswer', false, { goal: 'shorter', language: 'de' }],
    ['rewriteAnswer', true, { goal: 'shorter', language: null }],
    ['rewriteAnswer', true, { goal: 'translated', language: 'de' }],
    ['rewriteAnswer', true, { goal: 'translated' }],
    ['markNotificationsRead', false, {}],
    ['markNotificationsRead', false, { ids: [], until: 1 }],
    ['markNotificationsRead', true, { until: 1 }],
    ['setNda', true, { text: '', copy_to: ' ' }],
    ['setNda', true, { text: '# Agreement', copy_to: 'legal@example.com' }],
  ])('%s: %s for %j', (operationId, isGood, body) => {
    expect([isDescribed(operationId, body), isTaken(operationId, body)]).toEqual([isGood, isGood]);
  });
});

/** The question of a form that the questionnaire service refuses; the gateway passes it on. */
const asked = (question: object) => ({
  form_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  page_url: 'https://portal.example.com/assessments/7',
  questions: [{ key: 'q-7', text: 'Is stored data encrypted?', ...question }],
});

describe('a rule between fields that a service keeps', () => {
  it.each<[string, boolean, unknown]>([
    ['takeForm', false, asked({ kind: 'choice' })],
    ['takeForm', false, asked({ kind: 'multi_choice', options: [] })],
    ['takeForm', false, asked({ kind: 'choice', options: [' ', ''] })],
    ['takeForm', false, asked({ kind: 'choice', options: null })],
    ['takeForm', true, asked({ kind: 'choice', options: ['', 'Yes'] })],
    ['takeForm', true, asked({ kind: 'text', options: [] })],
    ['takeForm', true, asked({ kind: 'boolean' })],
    ['setNda', false, { text: '# Agreement', copy_to: '' }],
    ['setNda', false, { text: '# Agreement', copy_to: 'legal' }],
    ['setNda', false, { text: '', copy_to: 'legal' }],
  ])('is told by the document: %s: %s for %j', (operationId, isGood, body) => {
    expect(isDescribed(operationId, body)).toBe(isGood);
  });
});
