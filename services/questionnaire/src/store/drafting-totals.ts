import type { Collection, Db } from 'mongodb';
import type { EngineAnswer } from '../answering/types.js';
import type { BandedFields } from './calibrations.js';
import type { QuestionnaireDocument } from './documents.js';

/** What drafting by an endpoint took, over all runs of a questionnaire. */
export interface DraftingTotals {
  /** Of the last draft. */
  model: string;
  promptVersion: string;
  requests: number;
  promptTokens: number;
  completionTokens: number;
  /** Millionths of the currency; absent until prices are configured. */
  costMicros?: number;
  currency?: string;
  /** Fault → drafts that the check did not accept. Absent until there is one. */
  rejected?: Record<string, number>;
}

export interface DraftingFields extends BandedFields {
  /** Absent while no endpoint was asked. */
  drafting?: DraftingTotals;
}

export interface DraftedFields {
  /** What drafted the last answer of an engine; null for the local one, absent in what releases of before wrote. */
  draftedWith?: { model: string; promptVersion: string } | null;
}

/** What answers took together; undefined when no endpoint was asked for any of them. */
export function totalsOf(answers: readonly Pick<EngineAnswer, 'drafting'>[]): DraftingTotals | undefined {
  const drafted = answers.flatMap(({ drafting }) => (drafting && drafting.requests > 0 ? [drafting] : []));
  const [first] = drafted;
  if (!first) return undefined;
  const totals: DraftingTotals & { rejected: Record<string, number> } = {
    model: first.model,
    promptVersion: first.promptVersion,
    requests: 0,
    promptTokens: 0,
    completionTokens: 0,
    ...(first.cost ? { costMicros: 0, currency: first.cost.currency } : {}),
    rejected: {},
  };
  for (const { requests, promptTokens, completionTokens, cost, rejected } of drafted) {
    totals.requests += requests;
    totals.promptTokens += promptTokens;
    totals.completionTokens += completionTokens;
    if (cost) totals.costMicros = (totals.costMicros ?? 0) + cost.micros;
    for (const fault of rejected) totals.rejected[fault] = (totals.rejected[fault] ?? 0) + 1;
  }
  return totals;
}

/** Adds what was spent to what a questionnaire has cost so far. A batch that is repeated after a crash has cost twice. */
export class DraftingTotalsStore {
  private readonly collection: Collection<QuestionnaireDocument>;

  constructor(db: Db) {
    this.collection = db.collection<QuestionnaireDocument>('questionnaires');
  }

  /** Nothing is written where no endpoint was asked. */
  async add(
    organizationId: string,
    questionnaireId: string,
    answers: readonly Pick<EngineAnswer, 'drafting'>[],
  ): Promise<void> {
    const spent = totalsOf(answers);
    if (!spent) return;
    const { model, promptVersion, requests, promptTokens, completionTokens, costMicros, currency } = spent;
    const rejected = Object.entries(spent.rejected ?? {}).map(([fault, count]) => [
      `drafting.rejected.${fault}`,
      count,
    ]);
    await this.collection.updateOne(
      { _id: questionnaireId, organizationId },
      {
        $set: {
          'drafting.model': model,
          'drafting.promptVersion': promptVersion,
          ...(currency === undefined ? {} : { 'drafting.currency': currency }),
        },
        $inc: {
          'drafting.requests': requests,
          'drafting.promptTokens': promptTokens,
          'drafting.completionTokens': completionTokens,
          ...(costMicros === undefined ? {} : { 'drafting.costMicros': costMicros }),
          ...(Object.fromEntries(rejected) as Record<string, number>),
        },
      },
    );
  }
}
