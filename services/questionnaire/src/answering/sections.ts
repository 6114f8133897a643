import type { DraftTask } from './checking/settle-drafts.js';
import { tokensOf } from './endpoint/wire.js';
import { draftPrompt } from './openai-prompts.js';

/** Questions that one prompt asks at most: beyond it replies get long, and one that is cut off costs more than is saved. */
const MOST_TOGETHER = 4;
/** Of one prompt that asks several questions; what is longer is asked apart. */
const MOST_PROMPT_TOKENS = 6_000;

/**
 * Questions that are asked together, in their order: neighbours of one section, as many as a prompt holds. A question without a
 * section, and one without evidence, stands alone.
 */
export function askedTogether(tasks: readonly DraftTask[]): DraftTask[][] {
  const groups: DraftTask[][] = [];
  for (const task of tasks) {
    const group = groups.at(-1);
    if (group && mayJoin(group, task)) group.push(task);
    else groups.push([task]);
  }
  return groups;
}

function mayJoin(group: readonly DraftTask[], task: DraftTask): boolean {
  const { section } = task.request;
  if (section === '' || group[0]!.request.section !== section || group.length >= MOST_TOGETHER) return false;
  if (task.evidence.length === 0 || group[0]!.evidence.length === 0) return false;
  return promptTokens([...group, task]) <= MOST_PROMPT_TOKENS;
}

/** Tokens of the prompt that asks these questions, as they are counted before it is sent. */
export function promptTokens(tasks: readonly DraftTask[]): number {
  return draftPrompt(tasks).messages.reduce((sum, { content }) => sum + tokensOf(content), 0);
}
