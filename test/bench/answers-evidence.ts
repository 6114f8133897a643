/** Evidence of a made-up company and questions about it; the same in every run. */
import type { AnswerRequest, EvidenceItem } from '../../services/questionnaire/src/answering/types.js';

export const ENTRIES = 2_000;
const DOCUMENTS = 200;
const PASSAGES = 20;
export const QUESTIONS = 331;

const SUBJECTS =
  'backups,access rights,firewall rules,encryption keys,audit logs,security policies,vulnerability scans,penetration tests,service accounts,incident response plans,vendors,subprocessors,laptops,mobile devices,production changes,security awareness training,disaster recovery tests,risk assessments,passwords,customer data,API tokens,visitor logs,source code repositories,container images,TLS certificates,network segments,data classification labels,physical access cards,background checks,privileged sessions'.split(
    ',',
  );
const ACTIONS = 'reviewed,rotated,tested,encrypted,approved,monitored,retained,deleted,documented,restricted'.split(
  ',',
);
const INTERVALS = 'every week,every month,every quarter,every six months,annually,daily'.split(',');
const PLACES =
  'in eu-central-1,in us-east-1,by the security team,by the platform team,with a ticket in Jira,through a managed service'.split(
    ',',
  );
const PRODUCTS = 'Billing,Reporting,Messaging,Search,Archive,Gateway,Portal,Ledger,Studio,Insights'.split(',');

/** A small deterministic generator (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const next = random(7);
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
const statement = (): string =>
  `${pick(PRODUCTS)} ${pick(SUBJECTS)} are ${pick(ACTIONS)} ${pick(INTERVALS)} ${pick(PLACES)}.`;

/** Library answers, then the passages of the documents. */
export function evidence(): EvidenceItem[] {
  const items: EvidenceItem[] = [];
  for (let i = 0; i < ENTRIES; i++) {
    const [product, subject, action] = [pick(PRODUCTS), pick(SUBJECTS), pick(ACTIONS)];
    const question =
      next() < 0.5 ? `How often are ${product} ${subject} ${action}?` : `Are ${product} ${subject} ${action}?`;
    const answer = `Yes, ${product} ${subject} are ${action} ${pick(INTERVALS)} ${pick(PLACES)}. ${statement()}`;
    items.push({
      kind: 'library',
      id: `a${i}`,
      question,
      answer,
      tags: [product],
      expiresAt: 0,
      verifiedAt: i,
      approved: true,
    });
  }
  for (let d = 0; d < DOCUMENTS; d++) {
    for (let p = 0; p < PASSAGES; p++) {
      const text = Array.from({ length: 6 }, statement).join('\n');
      items.push({
        kind: 'passage',
        id: `d${d}.${p}`,
        documentId: `d${d}`,
        title: `${pick(PRODUCTS)} standard ${d}.pdf`,
        locator: `${pick(SUBJECTS)} > page ${p + 1}`,
        text,
      });
    }
  }
  return items;
}

export function requests(): AnswerRequest[] {
  return Array.from({ length: QUESTIONS }, (_, i) => {
    const [product, subject, action] = [pick(PRODUCTS), pick(SUBJECTS), pick(ACTIONS)];
    const text = pick([
      `How often are the ${subject} of ${product} ${action}?`,
      `Do you ensure that ${product} ${subject} are ${action}?`,
      `Describe how ${subject} are ${action} and who does it.`,
      `Are all ${subject} ${action} at least annually?`,
    ]);
    return { questionId: `q${i}`, text, section: product, answerType: 'text', options: [], instructions: '', now: 1 };
  });
}
