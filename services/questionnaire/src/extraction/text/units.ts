import type { ParagraphBlock, TextModel } from '../../documents/model.js';
import { hasBox, isChoiceWord, splitBoxes } from '../language/choices.js';
import { splitNumber } from '../language/numbering.js';
import { boxedEntry, BULLET, countedBox } from './boxed-entries.js';
import { hasLineToFill, labelsOfBlanks } from './lines-to-fill.js';
import { withSignsAsBoxes } from './signs-as-boxes.js';
import { printedScale, trailingScale } from '../language/printed-scales.js';

/** A piece of running text that is judged as a whole: a paragraph, several wrapped lines, or a part of a paragraph. */
export interface TextUnit {
  blocks: ParagraphBlock[];
  /** Part of its paragraph, from 0, when one paragraph holds several. */
  part: number;
  /** Without its number and without the blank to write on. */
  text: string;
  number: string;
  heading: number | undefined;
  listLevel: number | undefined;
  /** A bullet stands in front, no number. */
  bullet: boolean;
  bold: boolean;
  /** Its bullet is an empty box. */
  boxed: boolean;
  options: string[];
  checked: string[];
  /** The options are the steps of a scale of its own, printed behind the text. */
  rated?: true;
  /** Underscores or dots to write on stand behind the text. */
  blank: boolean;
  /** Text after the label of a field ("Name: Acme"): an answer that is already there. */
  given: string;
  /** Position of an empty paragraph behind this one, or -1. */
  emptyAfter: number;
}

/** "Company: Acme": one below the other is a list, and no wrapped text. */
const LABEL_IN_FRONT = /^\P{Ll}[^:：.,;?]{1,40}(?::\s|：)/u;
/** "… in which year (  )", "…（　）": an empty bracket behind a text is where the letter of a choice is written. */
const BRACKET_TO_FILL = /(?<=[\p{L}\p{N}?？][\s\u3000]{0,3})(?:\([\s\u3000]+\)|（[\s\u3000]*）)[\s\u3000]*[.。:：]?$/u;
const YES = /^(?:yes|y|ja|oui|s[ií]|sim|tak|да|はい|是|evet)$/i;

/** Cuts the paragraphs of a document into units. */
export function textUnits(
  blocks: readonly ParagraphBlock[],
  format: TextModel['format'],
  nextIndex: ReadonlyMap<number, number>,
): TextUnit[] {
  const boxed = withSignsAsBoxes(blocks);
  const lines = format === 'pdf' ? joinLines(boxed) : boxed.map((block) => [block]);
  const units: TextUnit[] = [];
  for (const group of lines) {
    const joined = group.map((block) => block.text.trim()).join(' ');
    // The bullet of an entry that is nothing but its box.
    const whole = BULLET.test(`${joined} `) && joined.length === 1 ? '' : joined;
    const last = group.at(-1)!;
    const next = nextIndex.get(last.index) ?? last.index + 1;
    const emptyAfter = format === 'docx' && next > last.index + 1 ? last.index + 1 : -1;
    units.push(...unitsOf(group, whole, emptyAfter));
  }
  return joinUnfinished(units);
}

function unitsOf(blocks: ParagraphBlock[], whole: string, emptyAfter: number): TextUnit[] {
  const first = blocks[0]!;
  const make = (text: string, part: number, extra: Partial<TextUnit>): TextUnit => {
    const bulleted = BULLET.exec(text);
    const bare = bulleted === null ? text : text.slice(bulleted[0].length);
    const own = first.number !== undefined && part === 0 ? { number: first.number, rest: bare } : splitNumber(bare);
    const isBullet = own.number !== '' && BULLET.test(`${own.number} `);
    return {
      blocks,
      part,
      text: own.rest.replace(/[ \t\u00a0]+/g, ' ').trim(),
      number: isBullet ? '' : own.number,
      heading: first.heading,
      listLevel: first.listLevel,
      bullet: bulleted !== null || isBullet,
      bold: blocks.every((block) => block.bold === true),
      boxed: first.boxed === true,
      options: [],
      checked: [],
      blank: false,
      given: '',
      emptyAfter,
      ...extra,
    };
  };
  const entry = boxedEntry(whole, first.options?.length === 1);
  if (entry !== undefined)
    return [make('', 0, { options: [entry.option], checked: entry.ticked ? [entry.option] : [], text: '' })];
  const counted = countedBox(whole, first);
  if (counted !== undefined) return [make('', 0, { ...counted, text: '' })];
  // "Daily ( )" may be an option with its box; a numbered text in front of such a bracket is none.
  const bracket = BRACKET_TO_FILL.exec(whole);
  const before = bracket === null ? '' : whole.slice(0, bracket.index);
  if (bracket !== null && !hasBox(before) && (!hasBox(whole) || make(before, 0, {}).number !== ''))
    return [make(before, 0, { blank: true })];
  if (hasBox(whole)) {
    const runs = splitBoxes(whole);
    // "It is determined that the system [ ] meets [ ] does not meet the criteria": boxes inside a sentence are no list of options.
    const tail = runs.at(-1);
    const inSentence =
      (runs.length > 1 && /^\s*\p{Ll}/u.test(tail?.before ?? '') && tail?.options.length === 0) ||
      runs.some((run) => run.options.some((option) => /^\p{Ll}/u.test(option) && option.split(' ').length > 8));
    const optionsFirst = runs[0]?.before.trim() === '';
    if (!inSentence && !optionsFirst) {
      return runs.map((run, part) =>
        make(run.before, part, {
          options: run.options,
          checked: run.checked,
          emptyAfter: part === runs.length - 1 ? emptyAfter : -1,
        }),
      );
    }
    // "☐ Right ☐ Wrong   Sure to: ____ %": the blank behind the boxes is no option.
    const behind = optionsFirst && runs.length > 1 && tail?.options.length === 0 && hasLineToFill(tail.before);
    if (behind) runs.pop();
    if (optionsFirst && runs.every((run) => run.options.length > 0)) {
      const own = runs.flatMap((run) => run.options);
      return [make('', 0, { options: own, checked: runs.flatMap((run) => run.checked), text: '' })];
    }
  }
  const options = blocks.flatMap((block) => block.options ?? []);
  if (first.rated === true) return [make(whole, 0, { options, checked: first.checked ?? [] })];
  if (options.length > 0) {
    const runs = runsOfOptions(
      whole,
      options,
      blocks.flatMap((block) => block.checked ?? []),
    );
    if (runs === undefined) return [make(`${whole} ${options.join(' ')}`, 0, {})];
    return runs.map((run, part) =>
      make(run.before, part, {
        options: run.options,
        checked: run.checked,
        emptyAfter: part === runs.length - 1 ? emptyAfter : -1,
      }),
    );
  }
  const scale = printedScale(whole);
  if (scale !== undefined) return [make('', 0, { options: scale, text: '', number: '' })];
  const rating = trailingScale(whole);
  if (rating !== undefined) return [make(rating.before, 0, { options: rating.options, rated: true })];
  const printed = trailingChoices(whole);
  if (printed !== undefined) return [make(printed.before, 0, { options: printed.options })];
  if (hasLineToFill(whole)) {
    const fields = labelsOfBlanks(whole);
    if (fields.length > 0) return fields.map((piece, part) => make(piece, part, { blank: true }));
    return [make('', 0, { blank: true, text: '' })];
  }
  return [make(whole, 0, {})];
}

/** "Backups are tested every year.  Yes  No  N/A": choices printed behind a text, their boxes being drawn or not there at all. */
function trailingChoices(text: string): { before: string; options: string[] } | undefined {
  if (/\d\s*=/.test(text)) return undefined;
  const words = text.trim().split(/[\s|]+/);
  const options: string[] = [];
  while (words.length > 3 && options.length < 5 && isChoiceWord(words.at(-1) ?? '')) options.unshift(words.pop()!);
  if (options.length < 2 || new Set(options).size < options.length || !YES.test(options[0] ?? '')) return undefined;
  return { before: words.join(' '), options };
}

interface OptionRun {
  before: string;
  options: string[];
  checked: string[];
}

/**
 * Options that a reader took out of a paragraph, as runs: behind a choice word a new statement may begin ("NA Video has
 * captions."), and a last option that goes on in lower case shows that the boxes stand inside a sentence (undefined).
 * `ticks` are the labels of the ticked boxes in the order of the text; the next box with that label is meant, and as long
 * as there are no more ticks than runs, one box a run.
 */
function runsOfOptions(text: string, options: readonly string[], ticks: readonly string[]): OptionRun[] | undefined {
  const last = options.at(-1) ?? '';
  if (/^\p{Ll}/u.test(last) && last.split(' ').length > 8) return undefined;
  const runs: OptionRun[] = [{ before: text, options: [], checked: [] }];
  const boxes = options.map((label) => {
    const run = runs.at(-1)!;
    const found = /^(\S+(?:\s(?:applicable|aplica|zutreffend|objet|applicabile|toepassing))?)\s+(\p{Lu}.*)$/su.exec(
      label,
    );
    const [, word, rest] = found ?? [];
    const ends = word !== undefined && rest !== undefined && isChoiceWord(word) && rest.split(' ').length >= 3;
    run.options.push(ends ? word : label);
    if (ends) runs.push({ before: rest, options: [], checked: [] });
    return { label, run, option: ends ? word : label };
  });
  const single = ticks.length <= runs.filter((run) => run.options.length > 0).length;
  let from = 0;
  for (const tick of ticks) {
    const at = boxes.findIndex((box, i) => i >= from && box.label === tick);
    const box = boxes[at];
    if (box === undefined) continue;
    box.run.checked.push(box.option);
    from = at + 1;
    while (single && boxes[from]?.run === box.run) from++;
  }
  return runs;
}

/** A paragraph that breaks off is joined to the next one, when that goes on in lower case or ends in options. */
function joinUnfinished(units: TextUnit[]): TextUnit[] {
  const joined: TextUnit[] = [];
  for (const unit of units) {
    const last = joined.at(-1);
    const goesOn =
      (/^[\p{Ll}(]/u.test(unit.text) || (unit.options.length > 0 && last?.bold === unit.bold)) &&
      unit.number === '' &&
      !unit.bullet &&
      unit.blocks[0]?.rated !== true &&
      unit.rated !== true &&
      unit.heading === undefined;
    const open =
      last !== undefined &&
      last.options.length === 0 &&
      !last.blank &&
      last.heading === undefined &&
      /[\p{L}\p{N},\-–’'"”)]$/u.test(last.text) &&
      !/^\([^()]*\)$/.test(last.text);
    if (last !== undefined && open && goesOn && last.emptyAfter < 0 && last.text.split(' ').length >= 4) {
      joined[joined.length - 1] = {
        ...unit,
        blocks: [...last.blocks, ...unit.blocks.filter((block) => !last.blocks.includes(block))],
        part: last.part,
        text: `${last.text} ${unit.text}`.trim(),
        number: last.number,
        listLevel: last.listLevel,
        bullet: last.bullet,
        bold: last.bold && unit.bold,
      };
    } else joined.push(unit);
  }
  return joined;
}

/** Joins the lines of a PDF to the paragraphs that were wrapped. */
function joinLines(lines: readonly ParagraphBlock[]): ParagraphBlock[][] {
  const longest = typicalLength(lines);
  const groups: ParagraphBlock[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && continuesLine(last, line, longest)) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

function typicalLength(lines: readonly ParagraphBlock[]): number {
  const lengths = lines.map((line) => line.text.length).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length * 0.9)] ?? 80;
}

function continuesLine(last: ParagraphBlock, line: ParagraphBlock, longest: number): boolean {
  if (last.rated === true || line.rated === true) return false;
  if (last.page !== line.page || line.number !== undefined || line.heading !== undefined || last.heading !== undefined)
    return false;
  const text = line.text.trim();
  const before = last.text.trim();
  // An option that is wrapped goes on in lower case.
  if (hasBox(before))
    return /^\p{Ll}/u.test(text) && !hasBox(text) && line.options === undefined && !/[?？]/.test(text);
  if ((last.fontSize ?? 0) !== (line.fontSize ?? 0) && Math.abs((last.fontSize ?? 0) - (line.fontSize ?? 0)) > 0.6)
    return false;
  if ((last.bold === true) !== (line.bold === true)) return false;
  if (last.x !== undefined && line.x !== undefined && (line.x < last.x - 40 || line.x > last.x + 60)) return false;
  if (BULLET.test(line.text) || splitNumber(text).number !== '' || hasBox(text) || hasLineToFill(before)) return false;
  // What a wide gap cuts stands in columns.
  if (`${before}${text}`.includes('\t')) return false;
  if (trailingScale(last.text) !== undefined || (LABEL_IN_FRONT.test(before) && LABEL_IN_FRONT.test(text)))
    return false;
  if (/\*\s*$/.test(before) || /^\*/.test(text)) return false;
  const ends = /[.?!:;。？！][)"'”’]*$/.test(before) || /^[(（][^()]*[)）]$/.test(before);
  const lower = /^[\p{Ll}(]/u.test(text);
  if (lower) return !ends || before.length >= 0.75 * longest;
  return !ends && before.length >= 0.7 * longest;
}
