import { openApiDocument, routes } from '@candor/gateway';
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { english } from '../gateway/console/src/words/english.js';
import { german } from '../gateway/console/src/words/german.js';
import { textsOf, type Words } from './console/texts.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One word for one thing: what is not said, and what is said in its place. */
const ENGLISH: readonly (readonly [losing: RegExp, instead: string])[] = [
  // "E-Mail" is the German word, which stands in sources that speak both.
  [/\b[eE]-mail(s|ed)?\b/, 'email'],
  [/(?<![-./\w])mails?\b(?! (servers?|programs?)\b)(?![-/]|[.:]\S)/i, 'email'],
  [/\b(log(s|ged|ging)?[- ]?(in|out)|logins?|logouts?)\b/i, 'sign in, sign out'],
  [/(?<!answer )\blibrary\b(?! (answers?|entry|entries)\b)/i, 'answer library, library answer'],
  [/\banswer(s|ed)? (it|them )?again\b(?! later)/i, 'regenerate'],
  [/\bcolours?\b/i, 'color'],
  [/\borganisations?\b/i, 'organization'],
  [/\bsub-processors?\b/i, 'subprocessor'],
];
const GERMAN: readonly (readonly [losing: RegExp, instead: string])[] = [
  [/\bEmails?\b|(?<!E-)\bMails?\b/, 'E-Mail'],
  [/\bTags\b/, 'Schlagwörter'],
  [/\bTrust Portal\b/, 'Trust-Portal'],
  [/\bberichtig/i, 'korrigieren'],
  [/\bUnterhaltung/, 'Gespräch'],
  [/\bGeheimnis/, 'Schlüssel'],
  [/\b(erneut|neu) beantwort/i, 'neu erstellen'],
];

/** Each text that says a word that lost: "place: text (say …)". */
function faultsIn(texts: Iterable<readonly [string, string]>, rules: typeof ENGLISH): string[] {
  const faults = [...texts].flatMap(([place, text]) =>
    rules.filter(([losing]) => losing.test(text)).map(([, instead]) => `${place}: ${text} (say ${instead})`),
  );
  return [...new Set(faults)];
}

/** The prose of a page in Markdown: without code, names in backticks and addresses. */
function proseOf(path: string): [string, string][] {
  const text = readFileSync(root + path, 'utf8').replace(/^```[^]*?^```/gm, '');
  return text
    .split('\n')
    .map((line, at) => [`${path}:${at + 1}`, line.replace(/`[^`]*`|\]\([^)]*\)|https?:\S+/g, '')] as [string, string]);
}

/** The sentences that a source may say to a person: its texts of several words. */
function sentencesOf(path: string): [string, string][] {
  const source = ts.createSourceFile(path, readFileSync(root + path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: [string, string][] = [];
  const look = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const text = node.text.replace(/<[^>]*>|\[[^\]]*\]|`[^`]*`/g, ' ').trim();
      if (/\s/.test(text) && /[A-Z]|[a-z]{3}/.test(text)) found.push([path, text]);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

/** Words of customers' files, in which every word may stand. */
const DATA = /subscriber-words|topic-words|library-import/;
const sourcesIn = (folder: string): string[] =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ts$/.test(path) && !/\.(test|fixture|d)\.ts$|integration|language\/|gen\//.test(path))
    .filter((path) => !DATA.test(path))
    .map((path) => `${folder}/${path}`);

/** What the OpenAPI document says: summaries, descriptions, titles. */
function* saidIn(value: unknown, place = ''): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (['summary', 'description', 'title'].includes(name) && typeof inner === 'string')
      yield [`${place}/${name}`, inner.replace(/`[^`]*`/g, '')];
    else if (name !== 'example' && name !== 'examples') yield* saidIn(inner, `${place}/${name}`);
  }
}

describe('one thing has one word', () => {
  it('in the console, in English and in German', () => {
    expect(faultsIn(textsOf(english as Words), ENGLISH)).toEqual([]);
    expect(faultsIn(textsOf(german as Words), GERMAN)).toEqual([]);
  });

  it('in the README and the guides', () => {
    const guides = readdirSync(`${root}gateway/guides`).map((name) => `gateway/guides/${name}`);
    const texts = ['README.md', ...guides].flatMap((path) => proseOf(path));
    expect(texts.length).toBeGreaterThan(300);
    expect(faultsIn(texts, ENGLISH)).toEqual([]);
  });

  it('on the ask page, on the pages and in the emails of the portal, and in what errors say', () => {
    const page = readFileSync(`${root}gateway/ask-page/index.html`, 'utf8').replace(/<[^>]*>/g, ' ');
    const folders = ['gateway/ask-page', 'gateway/src', 'services/tenant/src', 'services/trust-portal/src'];
    const more = ['services/insights/src', 'services/questionnaire/src', 'services/runtime/src', 'deploy/embedded/src'];
    const texts = [...folders, ...more].flatMap((folder) => sourcesIn(folder).flatMap((path) => sentencesOf(path)));
    expect(texts.length).toBeGreaterThan(1000);
    expect(faultsIn([['gateway/ask-page/index.html', page], ...texts], ENGLISH)).toEqual([]);
  });

  it('in the OpenAPI document', () => {
    const said = [...saidIn(openApiDocument(routes, undefined))];
    expect(said.length).toBeGreaterThan(500);
    expect(faultsIn(said, ENGLISH)).toEqual([]);
  });
});
