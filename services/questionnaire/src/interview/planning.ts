import { deterministicId } from '@candor/runtime';
import type { AskableQuestion, ChosenFact } from '../answering/deciding/facts.js';
import type { Coverage, FactDocument, HangingPlace } from '../store/interview-documents.js';
import { isAskable, isCovered, type InterviewQuestion } from '../store/interview-questions.js';
import { textKey } from '../store/library.js';
import { TOPIC_ACTIONS, type TopicRuleDocument } from '../store/topic-rules.js';
import { ruleFor } from '../topics/matching.js';

/** A question in its words, and where it is asked. */
export interface AskableGroup {
  id: string;
  text: string;
  section: string;
  places: Omit<HangingPlace, 'link'>[];
}

/** What the questions of some questionnaires come to. */
export interface OpenWork {
  before: Coverage;
  /** Questions that an interview may ask for, the most asked first. */
  groups: AskableGroup[];
  open: number;
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
): OpenWork {
  const groups = new Map<string, AskableGroup>();
  let open = 0;
  for (const question of questions) {
    if (!isAskable(question) || ruleFor(question, rules, KEPT_FROM_ENGINES)) continue;
    open++;
    const text = [question.stem, question.text].filter((part) => part !== '').join(' ');
    const key = textKey(text);
    const group = groups.get(key) ?? { id: question._id, text, section: question.section, places: [] };
    group.places.push({ questionnaireId: question.questionnaireId, questionId: question._id, text });
    groups.set(key, group);
  }
  const ordered = [...groups.values()].sort((a, b) => b.places.length - a.places.length);
  const answered = questions.filter(isCovered).length;
  return { before: { answered, total: questions.length }, groups: ordered, open };
}

export const askableOf = ({ id, text, section, places }: AskableGroup): AskableQuestion => ({
  ...{ id, text, section, places: places.length },
});

/** The rows of an interview: one a fact, with every place that hangs on it. */
export function factRows(
  of: Pick<FactDocument, 'organizationId' | 'interviewId'>,
  chosen: readonly ChosenFact[],
  groups: readonly AskableGroup[],
): FactDocument[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  return chosen.flatMap(({ questions, gain }, position): FactDocument[] => {
    const [asked] = questions.flatMap(({ id }) => byId.get(id) ?? []);
    if (!asked) return [];
    const places = questions.flatMap(({ id, link }) =>
      (byId.get(id)?.places ?? []).map((place): HangingPlace => ({ ...place, link })),
    );
    return [
      {
        ...{ ...of, _id: deterministicId(of.interviewId, 'fact', asked.id), position },
        ...{ question: asked.text, section: asked.section, places, gain, note: '' },
        ...{ assigneeId: '', assigneeType: '', state: 'DRAFT', answer: '', answeredBy: '', answeredAt: 0 },
        ...{ expiresAt: 0, answerRevision: 0, documentId: '', due: '', untold: false, askedBy: '', askedAt: 0 },
      },
    ];
  });
}
