import { oneBandLower } from '../deciding/confidence.js';
import { normalizedKey } from '../finding/tokens.js';
import { needsInfo } from '../local-engine.js';
import { draftPrompt, draftsOf, type Prompt } from '../openai-prompts.js';
import type { AnswerRequest, EngineAnswer, EvidenceItem } from '../types.js';
import type { CheckDrafts, Draft, DraftVerdict } from './draft.js';

/** A question with the evidence found for it and the local engine's answer, which is given when no draft holds. */
export interface DraftTask {
  request: AnswerRequest;
  evidence: EvidenceItem[];
  local: EngineAnswer;
}

/**
 * Sends a prompt to the model: the reply as parsed JSON, or why none came ("timeout", "http_503", "token_budget"). Never
 * throws for a failing endpoint.
 */
export type AskModel = (prompt: Prompt) => Promise<{ reply: unknown } | { undrafted: string }>;

/** What became of one question. */
export interface Settled {
  answer: EngineAnswer;
  /** Why the local engine answered instead: a fault of the last draft, or why none came. */
  fallback?: string;
  /** Drafts that were not accepted, the first one first; each was sent back or given up. */
  rejected: Extract<DraftVerdict, { accepted: false }>[];
}

const NOTE = 'The model’s draft was not accepted';

/**
 * Has the model answer questions, one or several together, and gives each its own verdict. A rejected draft is sent back once,
 * alone, with the reason; a question whose draft is missing in a common reply is asked alone. What does not hold then either is
 * answered by the local engine, one band lower, with a note to the reviewer.
 */
export async function settleDrafts(tasks: readonly DraftTask[], ask: AskModel, check: CheckDrafts): Promise<Settled[]> {
  const prompt = draftPrompt(tasks);
  const drafted = await draftedBy(ask, prompt);
  const settled = tasks.map(async (task, i) => {
    const together = drafted[i] ?? { undrafted: 'invalid_output' };
    const isAlone = tasks.length === 1 || !('undrafted' in together) || !MAY_DO_ALONE.has(together.undrafted);
    const first = isAlone ? together : (await draftedBy(ask, draftPrompt([task])))[0];
    return settleOne(task, first ?? { undrafted: 'invalid_output' }, ask, check);
  });
  return Promise.all(settled);
}

/** Why a question that was asked beside others is asked once more alone: too much at once, or no draft under its key. */
export const MAY_DO_ALONE: ReadonlySet<string> = new Set([
  'invalid_output',
  'cut_off',
  'http_400',
  'http_413',
  'http_422',
]);

type Drafted = { draft: Draft } | { undrafted: string };

async function draftedBy(ask: AskModel, prompt: Prompt): Promise<Drafted[]> {
  const asked = await ask(prompt);
  if ('undrafted' in asked) return Array.from({ length: prompt.count }, () => asked);
  return draftsOf(prompt, asked.reply).map((draft) => (draft ? { draft } : { undrafted: 'invalid_output' }));
}

async function settleOne(task: DraftTask, first: Drafted, ask: AskModel, check: CheckDrafts): Promise<Settled> {
  const { request, evidence, local } = task;
  const rejected: Settled['rejected'] = [];
  let drafted = first;
  for (;;) {
    if ('undrafted' in drafted) {
      if (rejected.length > 0) return { ...instead(task, rejected), rejected };
      return { answer: { ...local, undrafted: drafted.undrafted }, fallback: drafted.undrafted, rejected };
    }
    const { draft } = drafted;
    if (draft.status === 'NEEDS_INFO') {
      if (isApprovedRepeat(task)) return { answer: local, fallback: 'needs_info', rejected };
      return { answer: needsInfo(request.questionId, 'openai', draft.comment), rejected };
    }
    const [verdict] = await check([{ draft, request, evidence }]);
    if (!verdict) throw new Error('the check gave no verdict for a draft');
    if (verdict.accepted) return { answer: accepted(request, draft, verdict), rejected };
    rejected.push(verdict);
    if (rejected.length > 1) return { ...instead(task, rejected), rejected };
    const again = draftPrompt([{ request, evidence, rejected: { draft, detail: verdict.detail } }]);
    drafted = (await draftedBy(ask, again))[0] ?? { undrafted: 'invalid_output' };
  }
}

function accepted(
  { questionId }: AnswerRequest,
  { answer, comment }: Draft,
  { citations, confidence }: Extract<DraftVerdict, { accepted: true }>,
): EngineAnswer {
  return {
    questionId,
    status: 'AI_ANSWERED',
    answer,
    comment,
    reviewNote: '',
    confidence,
    citations,
    engine: 'openai',
  };
}

/** The model sees no answer, but a person has approved one to these very words. */
function isApprovedRepeat({ request, local }: DraftTask): boolean {
  const key = normalizedKey(request.text);
  return local.citations.some((c) => c.sourceType === 'library' && normalizedKey(c.title) === key);
}

/** The local answer, less sure by one band: two drafts of a model found nothing that holds. */
function instead({ local, request }: DraftTask, rejected: Settled['rejected']): Pick<Settled, 'answer' | 'fallback'> {
  const last = rejected.at(-1);
  const fallback = last?.fault ?? 'rejected';
  if (!local.confidence) return { answer: local, fallback };
  const note = `${NOTE}: ${last?.detail ?? ''}`.trim();
  return {
    answer: {
      ...local,
      confidence: oneBandLower(local.confidence, request),
      reviewNote: [local.reviewNote, note].filter(Boolean).join(' '),
    },
    fallback,
  };
}
