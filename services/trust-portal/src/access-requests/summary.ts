import type { AccessRequestStore } from '../store/access-requests.js';
import type { PortalDocumentStore } from '../store/portal-documents.js';

export interface AccessSummary {
  open: number;
  approved: number;
  declined: number;
  /** Undefined while nothing was decided by a person. */
  medianDecisionSeconds: number | undefined;
  topDocuments: { id: string; title: string; requests: number; downloads: number }[];
}

const NEWEST = 1000;
const TOP = 10;

/** What the team sees of the newest 1,000 requests: how many, for which documents, and how long a decision took. */
export async function summaryOf(
  { requests, documents }: { requests: AccessRequestStore; documents: PortalDocumentStore },
  organizationId: string,
): Promise<AccessSummary> {
  const [list, known] = await Promise.all([requests.all(organizationId, NEWEST), documents.downloads(organizationId)]);
  const count = (...states: string[]): number => list.filter(({ state }) => states.includes(state)).length;
  const took = list
    .flatMap(({ confirmedAt, decidedAt, decidedBy }) =>
      confirmedAt === undefined || decidedAt === undefined || decidedBy === '' ? [] : [decidedAt - confirmedAt],
    )
    .sort((a, b) => a - b);
  const median = took[Math.floor(took.length / 2)];
  const asked = new Map<string, number>();
  for (const { documentIds } of list) for (const id of documentIds) asked.set(id, (asked.get(id) ?? 0) + 1);
  const top = known
    .map(({ id, title, downloads }) => ({ id, title, requests: asked.get(id) ?? 0, downloads }))
    .filter((one) => one.requests + one.downloads > 0)
    .sort((a, b) => b.downloads - a.downloads || b.requests - a.requests)
    .slice(0, TOP);
  return {
    open: count('open'),
    approved: count('approved', 'revoked'),
    declined: count('declined'),
    medianDecisionSeconds: median === undefined ? undefined : Math.round(median / 1e6),
    topDocuments: top,
  };
}
