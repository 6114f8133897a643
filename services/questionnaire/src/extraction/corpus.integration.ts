import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cellName, DEFAULT_READ_LIMITS, FileSource, readDocument } from '../documents/index.js';
import { extractQuestions } from './extract.js';
import type { ExtractedQuestion, ExtractionResult } from './result.js';

const CORPUS = join(import.meta.dirname, '../../../../../shared/corpus/extraction');
const present = existsSync(join(CORPUS, 'gold'));
// Without the corpus these are reported as skipped: the tests with fixtures of our own stand by themselves.
const onCorpus = present ? describe : describe.skip;
const names = present ? readdirSync(join(CORPUS, 'gold')).sort() : ['(no corpus)'];

onCorpus('the corpus of real questionnaires', () => {
  const scores: {
    f1: number;
    right: number;
    total: number;
    predicted: number;
    answers: number;
    answersRight: number;
  }[] = [];

  it.each(names)('%s: finds its questions and where their answers go', async (name) => {
    const gold = JSON.parse(readFileSync(join(CORPUS, 'gold', name), 'utf8')) as GoldFile;
    const model = await readDocument(
      FileSource.open(join(CORPUS, gold.file)),
      { fileName: basename(gold.file), mimeType: '' },
      DEFAULT_READ_LIMITS,
    );
    const score = scoreExtraction(gold, extractQuestions(model));
    scores.push(score);
    const errors = score.predicted - score.right + (score.total - score.right);
    expect(score.f1 >= 0.9 || errors <= 1).toBe(true);
  });

  it('reaches the means that are asked for', () => {
    const sum = (pick: (score: (typeof scores)[number]) => number): number =>
      scores.reduce((total, score) => total + pick(score), 0);
    const precision = sum((score) => score.right) / sum((score) => score.predicted);
    const recall = sum((score) => score.right) / sum((score) => score.total);
    expect((2 * precision * recall) / (precision + recall)).toBeGreaterThanOrEqual(0.98);
    expect(sum((score) => score.f1) / scores.length).toBeGreaterThanOrEqual(0.96);
    expect(sum((score) => score.answersRight) / sum((score) => score.answers)).toBeGreaterThanOrEqual(0.98);
  });
});

interface GoldQuestion {
  text: string;
  location?: string;
  answer_cell?: string | null;
}

interface GoldFile {
  file: string;
  sheets: { name: string | null; questions: GoldQuestion[]; tolerated?: GoldQuestion[] }[];
}

interface Score {
  total: number;
  /** Found questions that count, tolerated ones aside. */
  predicted: number;
  right: number;
  f1: number;
  answers: number;
  answersRight: number;
}

/** Scores as the project's shared evaluation does: by place and words in workbooks, by words in text documents. */
function scoreExtraction(gold: GoldFile, result: ExtractionResult): Score {
  const single = gold.sheets.length === 1 && (gold.sheets[0]?.name ?? '') === '';
  const items = gold.sheets.flatMap((sheet) =>
    sheet.questions.map((question) => ({ question, place: placeOf(sheet.name, question.location) })),
  );
  const tolerated = new Set(
    gold.sheets.flatMap((sheet) =>
      (sheet.tolerated ?? []).flatMap((item) => [placeOf(sheet.name, item.location) ?? '', normal(item.text)]),
    ),
  );
  const hit = new Set<GoldQuestion>();
  let predicted = 0;
  let answersRight = 0;
  const answered = items.filter(({ question }) => isCell(question.answer_cell ?? ''));
  for (const sheet of result.sheets) {
    for (const found of sheet.questions) {
      const place = 'cell' in found.location ? `${single ? '' : sheet.name}!${found.location.cell}` : '';
      const match = items.find(
        ({ question, place: own }) =>
          !hit.has(question) && (own === undefined || own === place) && sameWords(question.text, found.text),
      );
      if (match === undefined) {
        if (!tolerated.has(place) && !tolerated.has(normal(found.text))) predicted++;
        continue;
      }
      predicted++;
      hit.add(match.question);
      if (isCell(match.question.answer_cell ?? '') && answerCell(found) === match.question.answer_cell) answersRight++;
    }
  }
  const right = hit.size;
  const precision = predicted === 0 ? 1 : right / predicted;
  const recall = items.length === 0 ? 1 : right / items.length;
  return {
    total: items.length,
    predicted,
    right,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    answers: answered.length,
    answersRight,
  };
}

function answerCell(question: ExtractedQuestion): string | undefined {
  return question.answerLocation !== null && 'cell' in question.answerLocation
    ? question.answerLocation.cell
    : undefined;
}

function isCell(text: string): boolean {
  return /^[A-Z]{1,3}\d+$/.test(text);
}

function placeOf(sheet: string | null, location: string | undefined): string | undefined {
  const record = /record (\d+), column (\d+)/.exec(location ?? '');
  const cell = record === null ? location : cellName(Number(record[1]) - 1, Number(record[2]) - 1);
  return cell !== undefined && isCell(cell) ? `${sheet ?? ''}!${cell}` : undefined;
}

function normal(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\s\d.()\-–•*]+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function sameWords(gold: string, found: string): boolean {
  const wanted = normal(gold).split(' ');
  const words = normal(found).split(' ');
  const have = new Set(words);
  return (
    normal(gold) === normal(found) ||
    (wanted.filter((word) => have.has(word)).length >= 0.9 * wanted.length && words.length <= 1.6 * wanted.length + 12)
  );
}
