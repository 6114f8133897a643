import { describeRespondent, describesFile, isFieldLabel } from '../language/field-words.js';
import { isPrompt } from '../language/placeholders.js';
import { isInstruction } from '../language/text-shape.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { TextUnit } from './units.js';

/** "Company: Acme Ltd." and "How long have you been in business? Ten years.": what asks, and what was written behind it. */
const LABELLED = /^([^:：?？]{1,200}[:：])(?:\s+|(?<=：))(?![/\\])(\S[^]*)$/u;
const ANSWERED = /^([^?？]{4,200}[?？])\s*(\p{L}[^?？]*)$/u;
/** "{{name}}", "<name>", "[Insert name]", "«name»": a sign of a template. */
const TEMPLATE_SIGN = /^(?:\{.*\}|<[^<>/="]*>|\[.*\]|«.*»)$/u;
const LABEL_WORDS = 10;
/** Labels that a filled form has at least, and those of them that name a person, a place or a time. */
const FEWEST = 4;
const KNOWN = 3;
/** Share of the paragraphs of a filled form that are such labels. */
const MOST = 0.5;
/** Signs of a template behind labels that make a form. */
const FEWEST_SIGNS = 2;

/** Whether a paragraph is nothing but the sign of a template: what stands above it is answered there. */
export const isTemplateSign = (text: string): boolean => TEMPLATE_SIGN.test(text.trim()) && isPrompt(text);

/**
 * Parts the labels of a form in running text from what stands behind them: the sign of a template is a blank, and in a form that somebody
 * filled in the rest is the answer. Such a form is made of labels for the most part, and names whoever fills it in; facts about the
 * file ("Version: 1.2") and remarks in prose ("Note: …") are none.
 */
export function withFilledLabels(units: readonly TextUnit[], shapes: ShapeCache): TextUnit[] {
  const parted = units.map((unit) => partOf(unit, LABELLED, shapes));
  const signs = parted.filter((part) => part !== undefined && isTemplateSign(part.given));
  const labels = parted.flatMap((part, i) => (part === undefined || units[i]!.bold ? [] : [part.label]));
  const open = units.filter((unit) => !unit.bold && isOpenLabel(unit, shapes)).map(({ text }) => text);
  const filled = labels.length > open.length && isFilledForm(units, [...open, ...labels]);
  return units.map((unit, i) => {
    const part = parted[i];
    if (part !== undefined && isTemplateSign(part.given) && signs.length >= FEWEST_SIGNS)
      return { ...unit, text: part.label, blank: true };
    if (!filled) return unit;
    const given = part ?? partOf(unit, ANSWERED, shapes);
    return given === undefined ? unit : { ...unit, text: given.label, given: given.given };
  });
}

/** "Phone:" that nobody filled in, among labels that somebody did. */
function isOpenLabel({ heading, text }: TextUnit, shapes: ShapeCache): boolean {
  const { endsWithColon, words } = shapes.of(text);
  return heading === undefined && endsWithColon && words <= LABEL_WORDS && /^\P{Ll}/u.test(text);
}

function isFilledForm(units: readonly TextUnit[], labels: readonly string[]): boolean {
  const body = units.filter(({ heading, bold }) => heading === undefined && !bold);
  const known = labels.filter(isFieldLabel);
  return (
    labels.length >= FEWEST &&
    labels.length >= MOST * body.length &&
    (known.length >= KNOWN || describeRespondent(labels)) &&
    new Set(labels).size === labels.length &&
    !describesFile(labels)
  );
}

function partOf(unit: TextUnit, form: RegExp, shapes: ShapeCache): { label: string; given: string } | undefined {
  if (unit.heading !== undefined || unit.options.length > 0 || unit.blank || unit.text.length > 2_000) return undefined;
  const [, label = '', given = ''] = form.exec(unit.text) ?? [];
  const { words, manner } = shapes.of(label);
  const asks = form === ANSWERED ? manner === 'question' : words <= LABEL_WORDS && !/[.!;]\s/.test(label);
  return asks && /^\P{Ll}/u.test(label) && words > 0 && !isInstruction(label)
    ? { label, given: given.trim() }
    : undefined;
}
