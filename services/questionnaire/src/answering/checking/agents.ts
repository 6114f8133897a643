import { fold, isStopWord } from '../finding/tokens.js';
import { claimWords, type Party } from './claim-words.js';

/** Who does what a clause tells: a group of people, or a name; '' when it does not say. */
export interface Agent {
  party: Party | '';
  /** Folded; '' when it is none. */
  name: string;
  /** It is the subject of an active verb. */
  active: boolean;
}

const NOBODY: Agent = { party: '', name: '', active: false };
const BE = '(?:is|are|was|were|be|been|being|get|gets)';
const PASSIVE = new RegExp(
  `\\b${BE}\\s+(?:(?:not|then|also|only|always|never|automatically|already|first|\\w+ly)\\s+){0,2}(?!required|obliged|allowed|permitted|expected|asked|located|based|certified|concerned|involved|supposed)\\w+(?:ed|en|wn|pt|ung|ld|aid|lt|ept|ut|nt|ost|ead|one|ade|ound|ought|aught)\\b`,
  'i',
);
const BY = /\bby\s+(?:(?:the|an?|our|their|its|your|his|her|each|every|own)\s+){0,2}/giu;
const BEHIND_AGENT = /,|\b(?:before|after|when|if|in|on|at|for|with|every|once|within|and|who|that)\b/i;
/** So far into a clause whoever acts is looked for. Words. */
const SUBJECT_WORDS = 6;
const VERB =
  /^(?:is|are|was|were|has|have|had|can|could|may|might|must|shall|should|will|do|does|did|who|that|which|also|only|already|now|still|usually|always|never|not|\p{L}+(?:s|ed))$/iu;

const NO_SUBJECT = /^[^\p{L}]*(?:is|are|was|were|has|have|must|shall|may|can|will|then|also|\p{Ll}{3,}(?:s|ed))\b/u;

/** Whoever acts in the clause at a place of its statement: one without a subject has that of a clause before it. */
export function agentAt(clauses: readonly string[], at: number): Agent {
  for (let i = at; i >= 0; i--) {
    const agent = agentOf(clauses[i]!);
    if (agent.party !== '' || agent.name !== '') return agent;
    const isApposition = i < at && clauses[i]!.trim().split(/\s+/).length <= 3;
    if (!NO_SUBJECT.test(clauses[i]!) && !isApposition) return NOBODY;
    if (PASSIVE.test(clauses[i]!)) return NOBODY;
  }
  return NOBODY;
}

/** To whom something is done, in a passive clause that speaks of a group first; '' otherwise. */
export function patientOf(clause: string): Party | '' {
  return PASSIVE.test(clause) ? subjectParty(clause) : '';
}

/** Whoever acts in a clause: the one behind "by", or the subject of an active verb. */
export function agentOf(clause: string): Agent {
  if (PASSIVE.test(clause)) return byAgent(clause);
  const by = byAgent(clause);
  if (by.party !== '' || by.name !== '') return by;
  return { party: subjectParty(clause), name: subjectName(clause), active: true };
}

function byAgent(clause: string): Agent {
  for (const match of clause.matchAll(BY)) {
    const behind = clause.slice(match.index + match[0].length);
    const name = /^\p{Lu}[\p{L}\d]+/u.exec(behind)?.[0];
    const own = /\b(?:our|us)\s*$/i.test(match[0].trim());
    const party = partyAt((behind.split(BEHIND_AGENT)[0] ?? '').split(/\s+/).slice(0, 4).join(' '));
    if (party !== '') return { party, name: '', active: false };
    if (/^us\b/i.test(behind)) return { party: 'we', name: '', active: false };
    if (name !== undefined) return { party: '', name: fold(name), active: false };
    if (own) return { party: 'we', name: '', active: false };
  }
  return NOBODY;
}

/** The group that is spoken of first, whatever its place in the text. */
function partyAt(text: string): Party | '' {
  let best: { party: Party; at: number } | undefined;
  for (const [party, words] of claimWords().parties) {
    const at = fold(text).search(new RegExp(words.source, 'iu'));
    if (at >= 0 && party !== 'we' && (!best || at < best.at)) best = { party, at };
  }
  return best?.party ?? '';
}

function subjectParty(clause: string): Party | '' {
  const words = fold(clause).match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const start = words.findIndex(
    (word) =>
      !/^(?:yes|no|if|when|once|then|after|before|and|but|also|the|an?|all|every|each|some|most|affected|our|their|your|low|risk)$/.test(
        word,
      ),
  );
  for (let i = Math.max(0, start); i < Math.min(words.length, start + SUBJECT_WORDS); i++) {
    const word = words[i] ?? '';
    if (word === 'we') return 'we';
    if (word === 'you') return 'you';
    for (const [party, pattern] of claimWords().parties) {
      const found = new RegExp(`^(?:${pattern.source})`, 'iu').exec(words.slice(i).join(' '));
      if (party === 'we' || !found) continue;
      const behind = words[i + found[0].split(' ').length] ?? '';
      // "Customer data" does nothing.
      if (/s$/.test(found[0]) || behind === '' || VERB.test(behind))
        return i === start || isSubject(words, i) ? party : '';
    }
    if (VERB.test(word)) return '';
  }
  return '';
}

/** Only what describes it stands before it. */
function isSubject(words: readonly string[], at: number): boolean {
  return words
    .slice(0, at)
    .every((word) => !/^(?:is|are|was|were|must|shall|can|may|will|to|of|with|for|in|by)$/.test(word));
}

function subjectName(clause: string): string {
  const name =
    /^[^\p{L}]{0,5}((?:The )?\p{Lu}[\p{L}\d]{0,30}(?: \p{Lu}[\p{L}\d]{0,30}){0,3})(?:,[^,]{0,80},)?\s{1,3}(?:\p{Ll}{1,30}s|has|is|must|shall|will|can)\b/u.exec(
      clause,
    )?.[1];
  const first = fold(name?.split(' ')[0] ?? '');
  // "Our conflicts team checks" names nobody.
  return isStopWord(first) ? '' : first;
}

/** Whether a clause speaks of a group at all. */
export function speaksOf(party: Party, text: string): boolean {
  const words = claimWords().parties.find(([name]) => name === party)?.[1];
  return words !== undefined && new RegExp(words.source, 'iu').test(text);
}
