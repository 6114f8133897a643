import { isDocument, isRegExp } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { isOperatorDocument } from './predicates.js';
import { literalOf, regexOperands } from './regex.js';

/** A field holds a text: that can be asked of a document's bytes. */
export interface TextCondition {
  readonly field: Buffer;
  readonly text: Buffer;
}

/** Takes the conditions that are texts out of a filter, also those in its `$and`. */
export function withoutTexts(filter: Document): { texts: TextCondition[]; rest: Document } {
  const texts: TextCondition[] = [];
  const rest: Document = {};
  for (const [name, operand] of Object.entries(filter)) {
    const text = textCondition(name, operand);
    if (text) texts.push(text);
    else if (name === '$and' && Array.isArray(operand) && operand.every(isDocument)) {
      const branches = operand.map(withoutTexts);
      texts.push(...branches.flatMap((branch) => branch.texts));
      const left = branches.map((branch) => branch.rest).filter((branch) => Object.keys(branch).length > 0);
      if (left.length > 0) rest.$and = left;
    } else rest[name] = operand;
  }
  return { texts, rest };
}

/** A pattern that is nothing but text, over a field that is no path. */
function textCondition(name: string, operand: unknown): TextCondition | undefined {
  if (name.startsWith('$') || name.includes('.')) return undefined;
  let regex: { pattern: string; options: string } | undefined;
  if (isRegExp(operand)) regex = operand;
  else if (isOperatorDocument(operand) && Object.keys(operand).every((key) => key === '$regex' || key === '$options'))
    regex = '$regex' in operand ? regexOperands(operand.$regex, operand.$options) : undefined;
  const text = regex && literalOf(regex.pattern, regex.options);
  return text === undefined ? undefined : { field: Buffer.from(name), text: Buffer.from(text) };
}
