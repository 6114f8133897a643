import { deterministicId } from '@candor/runtime';
import type { AskableQuestion, ChosenFact } from '../answering/deciding/facts.js';
import type { Coverage, FactDocument, HangingPlace, StandardPlace } from '../store/interview-documents.js';
import { isAskable, isCovered, type InterviewQuestion } from '../store/interview-questions.js';
import { textKey } from '../store/library.js';
import { TOPIC_ACTIONS, type TopicRuleDocument } from '../store/topic-rules.js';
import { ruleFor } from '../topics/matching.js';
import type { OpenStandard } from './usual-questions.js';

/** A question in its words, and where it is asked. */
export interface AskableGroup {
  id: string;
  text: string;
  section: string;
  places: Omit<HangingPlace, 'link'>[];
  /** The same question in the standard set; '' when it is not in there. */
  standardId: string;
}

/** What the questions of some questionnaires come to. */
export interface OpenWork {
  before: Coverage;
  /** Questions that an interview may ask for, the most asked first. */
  groups: AskableGroup[];
  open: number;
  /** Of the standard set. */
  standardOpen: number;
}

/** Reading a page and writing an answer takes a person a minute; each further question on the page half a minute. */
const MINUTES_A_FACT = 1;
const MINUTES_A_QUESTION = 0.5;

const KEPT_FROM_ENGINES = ['people', 'documents', 'answer'] as const;

/** Who owns the topic of a question, by the first rule that says so; '' for nobody. */
export function ownerFor(
  question: Pick<FactDocument, 'question' | 'section'>,
  rules: readonly TopicRuleDocument[],
): Pick<FactDocument, 'assigneeId' | 'assigneeType'> {
  const owned = rules.filter(({ ownerId }) => ownerId !== '');
  const rule = ruleFor({ text: question.question, section: question.section }, owned, TOPIC_ACTIONS);
  return { assigneeId: rule?.ownerId ?? '', assigneeType: rule?.ownerType ?? '' };
}

/** Minutes that a fact with so many different questions takes a person. */
export const minutesOf = (questions: number): number => MINUTES_A_FACT + MINUTES_A_QUESTION * (questions - 1);

/** Groups the open questions by their words; what a rule keeps from the engine would not be answered by evidence. */
export function openWorkOf(
  questions: readonly InterviewQuestion[],
  rules: readonly TopicRuleDocument[] = [],
  standard: OpenStandard['open'] = [],
): OpenWork {
  const groups = new Map<string, AskableGroup>();
  let open = 0;
  for (const question of questions) {
    if (!isAskable(question) || ruleFor(question, rules, KEPT_FROM_ENGINES)) continue;
    open++;
    const text = [question.stem, question.text].filter((part) => part !== '').join(' ');
    const key = textKey(text);
    const group = groups.get(key) ?? { id: question._id, text, section: question.section, places: [], standardId: '' };
    group.places.push({ questionnaireId: question.questionnaireId, questionId: question._id, text });
    groups.set(key, group);
  }
  const askable = standard.filter((question) => !ruleFor(question, rules, KEPT_FROM_ENGINES));
  for (const { id, text, section } of askable) {
    const key = textKey(text);
    groups.set(key, { ...(groups.get(key) ?? { id: `standard ${id}`, text, section, places: [] }), standardId: id });
  }
  const ordered = [...groups.values()].sort((a, b) => placesOf(b) - placesOf(a));
  const answered = questions.filter(isCovered).length;
  return { before: { answered, total: questions.length }, groups: ordered, open, standardOpen: askable.length };
}

const standardOf = ({ standardId }: AskableGroup): number => (standardId === '' ? 0 : 1);
const placesOf = (group: AskableGroup): number => group.places.length + standardOf(group);

export const askableOf = (group: AskableGroup): AskableQuestion => ({
  id: group.id,
  text: group.text,
  section: group.section,
  places: placesOf(group),
  standard: standardOf(group),
});

/** The rows of an interview: one a fact, with every place that hangs on it. */
export function factRows(
  of: Pick<FactDocument, 'organizationId' | 'interviewId'>,
  chosen: readonly ChosenFact[],
  groups: readonly AskableGroup[],
): FactDocument[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  return chosen.flatMap(({ questions, gain, standardGain }, position): FactDocument[] => {
    const [asked] = questions.flatMap(({ id }) => byId.get(id) ?? []);
    if (!asked) return [];
    const places = questions.flatMap(({ id, link }) =>
      (byId.get(id)?.places ?? []).map((place): HangingPlace => ({ ...place, link })),
    );
    const standard = questions.flatMap(({ id, link }): StandardPlace[] => {
      const group = byId.get(id);
      return group && group.standardId !== '' ? [{ id: group.standardId, text: group.text, link }] : [];
    });
    return [
      {
        ...(standard.length > 0 ? { standard: { places: standard, gain: standardGain } } : {}),
        ...of,
        _id: deterministicId(of.interviewId, 'fact', asked.id),
        position,
        question: asked.text,
        section: asked.section,
        places,
        gain: gain - standardGain,
        note: '',
        assigneeId: '',
        assigneeType: '',
        state: 'DRAFT',
        answer: '',
        answeredBy: '',
        answeredAt: 0,
        expiresAt: 0,
        answerRevision: 0,
        documentId: '',
        due: '',
        untold: false,
        askedBy: '',
        askedAt: 0,
      },
    ];
  });
}
