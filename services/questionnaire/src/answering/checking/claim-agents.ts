import { agentAt, agentOf, patientOf, speaksOf } from './agents.js';
import type { Clause } from './clauses.js';
import type { Fault, QuotedClause, Whole } from './support.js';

/** Who does it: we, the customer, a supplier, an outside firm, somebody with a name. */
export function agentFault(clause: Clause, quoted: QuotedClause, { claim, support }: Whole): Fault | undefined {
  // Whoever meets a condition does not do what follows from it.
  if (/^\W*(?:if|when|once|unless|before|after|as soon as|in case)\b/i.test(clause.text)) return undefined;
  const [patient, acted] = [patientOf(clause.text), patientOf(quoted.text)];
  const swapped = (one: string, other: string): boolean =>
    one !== '' && one === agentOf(other).party && agentOf(other).active;
  if (swapped(patient, quoted.text) || swapped(acted, clause.text))
    return { fault: 'claim_not_in_evidence', detail: 'You turn round who does it and to whom it is done.' };
  const claimed = agentOf(clause.text);
  const siblings = support.clauses.filter((c) => c.statement === quoted.statement);
  const told = agentAt(
    siblings.map((c) => c.text),
    siblings.indexOf(quoted),
  );
  const fault = (who: string): Fault => ({
    fault: 'claim_not_in_evidence',
    detail: `The evidence says that ${who} does this: say so.`,
  });
  const { party } = told;
  const named = claimed.party === '' && claimed.name !== '' && !quoted.text.toLowerCase().includes(claimed.name);
  if (party !== '' && party !== 'we' && named) return fault('somebody else');
  if (
    party !== '' &&
    party !== 'we' &&
    (claimed.party !== '' ? claimed.party !== party : !speaksOf(party, claim)) &&
    !(party === 'outside' && claimed.party === '')
  )
    return fault({ you: 'the customer', supplier: 'a supplier', outside: 'somebody outside' }[party]);
  if (party === 'we' && (claimed.party === 'you' || claimed.party === 'supplier' || claimed.party === 'outside'))
    return fault('the company itself');
  const foreign = told.name !== '' && !support.own.has(told.name);
  if (foreign && claimed.party === 'we') return fault(`“${told.name}”`);
  if (foreign && claimed.name !== '' && claimed.name !== told.name && !claim.toLowerCase().includes(told.name))
    return fault(`“${told.name}”`);
  return undefined;
}
