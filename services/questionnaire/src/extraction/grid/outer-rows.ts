import { isFieldLabel } from '../language/field-words.js';
import { bareHeadings } from './row-habits.js';
import type { RowFacts } from './row-habits.js';

/** A heading is seldom longer. */
const HEADING_WORDS = 10;
/** Share of the identifiers that are of the common kind. */
const COMMON = 0.6;

/** Rows that are headings by the system that they make, whatever each of them looks like. */
export function headingRows(facts: readonly RowFacts[]): ReadonlySet<number> {
  return new Set([...bareHeadings(facts, isFieldLabel), ...outerRows(facts)]);
}

/**
 * Rows that name a part of a table by a number of another kind than the questions have ("I", "A", "Section 2" among "1", "2", "3"; "1.0"
 * above "1.1"), or that are set in bold where nothing else is. They are believed only as a system: each is a short phrase that
 * nobody answers, and right above a row of the common kind.
 */
function outerRows(facts: readonly RowFacts[]): number[] {
  return [...byNumber(facts), ...byLook(facts)];
}

function byNumber(facts: readonly RowFacts[]): number[] {
  const numbered = facts.filter((fact) => fact.identifier !== '');
  const kinds = new Map<string, RowFacts[]>();
  for (const fact of numbered) {
    const kind = kindOf(fact.identifier);
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [fact]);
    else known.push(fact);
  }
  const common = [...kinds].find(([, same]) => same.length >= COMMON * numbered.length)?.[0];
  if (common === undefined || numbered.length < 4) return [];
  return [...kinds].flatMap(([kind, same]) => {
    if (kind === common || !/^(?:A+|A?a+[ .]?[9A])$|^9\.0$/.test(kind)) return [];
    const all = same.every((fact) => {
      const next = facts[facts.indexOf(fact) + 1];
      return isHeading(fact) && next !== undefined && kindOf(next.identifier) === common;
    });
    return all ? same.map(({ row }) => row) : [];
  });
}

/** "AC-01" → "A-9", "Section 2" → "Aa 9", "2.0" → "9.0". */
function kindOf(identifier: string): string {
  const plain = identifier.trim().replace(/(?<![.):])[.):]+$/, '');
  if (/^\d{1,3}\.0$/.test(plain)) return '9.0';
  // Nothing but capitals and digits, as most numbers: two cheap passes.
  if (/^[\x20-\x60]*$/.test(plain)) return plain.replace(/\d+/g, '9').replace(/[A-Z]+/g, 'A');
  return plain
    .replace(/\d+/g, '9')
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{L}+/gu, (word) => (/\p{Ll}/u.test(word) ? 'a' : word))
    .replace(/Aa/g, 'a');
}

function byLook(facts: readonly RowFacts[]): number[] {
  const rows = facts.filter((fact) => fact.shape !== undefined && fact.shape.manner !== 'other');
  const bold = rows.filter((fact) => fact.cell?.bold === true);
  if (bold.length < 2 || rows[0] !== bold[0] || rows.length < 2.5 * bold.length) return [];
  const all = bold.every((fact) => {
    const next = rows[rows.indexOf(fact) + 1];
    return (
      isHeading(fact) && fact.identifier === '' && fact.others === 0 && next !== undefined && next.cell?.bold !== true
    );
  });
  return all ? bold.map(({ row }) => row) : [];
}

function isHeading({ shape, cell, validated, answered }: RowFacts): boolean {
  if (shape?.manner !== 'phrase' || shape.words > HEADING_WORDS || validated || answered) return false;
  return !/[.,;:?!*？。：]\s*$/u.test(cell?.text ?? '');
}
