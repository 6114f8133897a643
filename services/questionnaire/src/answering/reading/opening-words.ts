import { readFileSync } from 'node:fs';

/** What an answer says to a question that asks for yes or no. */
type Polarity = 'yes' | 'no';

/** The words of one language, as `data/opening-words.json` explains them. */
interface Language {
  yes: string[];
  no: string[];
  alone?: string[];
  neither?: string[];
}

interface OpeningWords {
  says: ReadonlyMap<string, Polarity>;
  /** Count only before a mark or the end. */
  alone: ReadonlySet<string>;
  neither: readonly string[];
}

let known: OpeningWords | undefined;

function openingWords(): OpeningWords {
  if (known) return known;
  const file = new URL('../../../data/opening-words.json', import.meta.url);
  const { languages } = JSON.parse(readFileSync(file, 'utf8')) as { languages: Record<string, Language> };
  const all = Object.values(languages);
  return (known = {
    says: new Map(
      all.flatMap(({ yes, no }) => [...yes.map((w) => [w, 'yes'] as const), ...no.map((w) => [w, 'no'] as const)]),
    ),
    alone: new Set(all.flatMap((language) => language.alone ?? [])),
    neither: all.flatMap((language) => language.neither ?? []),
  });
}

/** The first word of an answer, behind marks, and what follows it. A hyphen makes it a part of another ("Non-compliant"). */
const OPENING = /^[^\p{L}\p{N}]{0,20}([\p{L}\p{M}]{1,20})(?![\p{L}\p{M}\p{N}_]|[-‐‑]\p{L})/u;

/** Whether an answer opens with a yes or a no ("Ja, …", "Non.", "Sí"), in any language we know; undefined: neither. */
export function openingPolarity(answer: string): Polarity | undefined {
  const text = answer.normalize('NFC');
  const found = OPENING.exec(text);
  const word = found?.[1]?.toLowerCase();
  if (!found || word === undefined) return undefined;
  const { says, alone, neither } = openingWords();
  const polarity = says.get(word);
  if (polarity === undefined) return undefined;
  const rest = text.slice(found[0].length);
  if (alone.has(word) && /^\s*[\p{L}\p{N}]/u.test(rest)) return undefined;
  const opening = `${word}${rest.slice(0, 40).toLowerCase()}`.replace(/[^\p{L}\p{M}]+/gu, ' ');
  return neither.some((phrase) => `${opening} `.startsWith(`${phrase} `)) ? undefined : polarity;
}
