import type { QuestionPlace } from '../../extraction/result.js';
import { cutTo, matchingOption, normalText } from '../answer-text.js';
import type { AnswerToWrite, PlaceNote, SkipReason, WriteReport, WrittenKind } from '../model.js';
import { chosenOptions, writesOf, type Write } from '../writes.js';
import { childNamed, descendants, type TextEdit, type XmlNode, type XmlTree } from '../xml/xml-tree.js';
import { answerLabel } from '../answer-label.js';
import { boxesOf, type Box } from './boxes.js';
import { boxesOfOptions } from './option-boxes.js';
import { asksForText, fillControl, fillLegacyField, isBound, mostCharacters } from './controls.js';
import type { DocumentPlaces } from './document-places.js';
import { ParagraphText } from './paragraph-text.js';
import { paragraphsOf, RunWriter, runXml } from './run-writer.js';

/** "Answer:" at the beginning of a place to write. */
const MARK = /^[^:：]{1,40}[:：]/u;

/** Decides for each question how its answer is put into a Word document, and collects the edits. */
export class AnswerPlacer {
  readonly #edits = new Map<string, TextEdit>();
  readonly #runs: RunWriter;
  /** Boxes by the element that the looking begins at, and how many of them questions have taken. */
  readonly #boxes = new Map<XmlNode, { boxes: Box[]; next: number }>();
  readonly #texts = new Map<XmlNode, { text: ParagraphText; blanks: { from: number; to: number }[]; taken: number }>();
  readonly #used = new Set<XmlNode>();

  constructor(
    private readonly tree: XmlTree,
    private readonly places: DocumentPlaces,
    private readonly report: WriteReport,
  ) {
    this.#runs = new RunWriter(tree, tree.prefix(tree.root));
  }

  /** Takes the questions in the order of the document, unanswered ones too. */
  place(question: AnswerToWrite): void {
    const boxes = this.#boxesOf(question);
    const blank = this.#blankOf(question);
    const answer = normalText(question.answer);
    const { writes, skipped } = writesOf({ ...question, answerLocation: question.answerLocation ?? question.location });
    this.report.skipped.push(...skipped);
    for (const write of writes) {
      if (write.kind === 'answer' && boxes !== undefined) this.#tick(question, write, boxes, answer);
      else if (write.kind === 'answer' && blank !== undefined) {
        this.#texts.get(blank.paragraph)?.text.fillBlank(blank, write.text, answerLabel(question.text));
        this.#wrote(write);
      } else if (write.kind === 'option') this.#tickOption(write);
      else this.#write(question, write);
    }
  }

  edits(): TextEdit[] {
    for (const { text } of this.#texts.values()) for (const edit of text.edits()) this.#add(edit);
    return [...this.#edits.values()].filter((edit) => edit.text !== this.tree.text.slice(edit.start, edit.end));
  }

  #write(question: AnswerToWrite, write: Write): void {
    const { location } = write;
    if ('field' in location) this.#writeField(write);
    else if ('table' in location) {
      const cell = this.places.cell(location);
      if (cell === undefined) this.#skip(write, 'place_not_found');
      else if (question.answerLocation === null && write.kind === 'answer')
        this.#writeBesideQuestion(question, write, cell);
      else this.#writeCell(write, cell);
    } else {
      const paragraph = this.places.paragraph(location);
      if (paragraph === undefined) this.#skip(write, 'place_not_found');
      else this.#writeParagraph(question, write, paragraph);
    }
  }

  #writeField(write: Write): void {
    const node = this.places.field(write.location);
    if (node === undefined) this.#skip(write, 'place_not_found');
    else if (node.name === 'w:sdt') {
      const bound = isBound(node);
      this.#addAll(fillControl(this.tree, this.#runs, node, write.text));
      this.#wrote(write, bound ? 'data_binding_removed' : undefined);
    } else this.#writeLegacyField(write, node);
  }

  #writeCell(write: Write, cell: XmlNode): void {
    const inside = [...descendants(cell, (node) => node.name !== 'w:tbl')];
    const around = cell.parent?.parent;
    const control =
      around?.name === 'w:sdt' && asksForText(around)
        ? around
        : inside.find((node) => node.name === 'w:sdt' && asksForText(node));
    const legacy = inside.find(
      (node) =>
        node.name === 'w:ffData' && (childNamed(node, 'w:textInput') ?? childNamed(node, 'w:ddList')) !== undefined,
    );
    if (this.#used.has(cell)) this.#skip(write, 'place_taken');
    else if (control !== undefined) {
      const bound = isBound(control);
      this.#addAll(fillControl(this.tree, this.#runs, control, write.text));
      this.#wrote(write, bound ? 'data_binding_removed' : undefined);
    } else if (legacy !== undefined) this.#writeLegacyField(write, legacy);
    else {
      const paragraphs = paragraphsOf(cell);
      if (paragraphs.length === 0) this.#skip(write, 'place_not_found');
      else {
        this.#addAll(this.#runs.fill(paragraphs, write.text));
        this.#wrote(write);
      }
    }
    this.#used.add(cell);
  }

  /** No place was found for the answer: boxes or an empty cell in the question's row, else a paragraph below the question. */
  #writeBesideQuestion(question: AnswerToWrite, write: Write, cell: XmlNode): void {
    const others = (cell.parent?.children ?? []).filter((node) => node.name === 'w:tc' && node !== cell);
    for (const other of others) {
      const boxes = boxesOf(this.tree, [other], this.places.boxed);
      const labels = boxes.map((box) => (box.after.trim() === '' ? box.before : box.after).trim());
      const option = boxes.length < 2 || this.#used.has(other) ? undefined : matchingOption(write.text, labels);
      if (option === undefined) continue;
      boxes.forEach((box, i) => {
        const ticked = labels[i] === option;
        if (box.ticked !== ticked) this.#addAll(box.set(ticked));
      });
      this.#used.add(other);
      this.#wrote({ ...write, text: option });
      return;
    }
    const empty = others.find((other) => other.start > cell.start && this.#isFree(other));
    if (empty === undefined) this.#writeBelowQuestion(question, write, cell);
    else this.#writeCell(write, empty);
  }

  #isFree(cell: XmlNode): boolean {
    const merged = childNamed(childNamed(cell, 'w:tcPr'), 'w:vMerge');
    if (merged !== undefined && this.tree.attribute(merged, 'w:val') !== 'restart') return false;
    if (this.#used.has(cell) || cell.children.some((node) => node.name === 'w:tbl')) return false;
    return paragraphsOf(cell).every((paragraph) => this.#runs.textOfParagraph(paragraph).trim() === '');
  }

  #writeBelowQuestion(question: AnswerToWrite, write: Write, cell: XmlNode): void {
    const last = paragraphsOf(cell).at(-1);
    if (last === undefined) this.#skip(write, 'place_not_found');
    else {
      this.#addAll(this.#runs.paragraphAfter(last, `${answerLabel(question.text)}: ${write.text}`));
      this.#wrote(write, 'question_cell');
    }
  }

  #writeParagraph(question: AnswerToWrite, write: Write, paragraph: XmlNode): void {
    const labelled = `${answerLabel(question.text)}: ${write.text}`;
    const shown = this.#runs.textOfParagraph(paragraph).trim();
    const isQuestion = question.answerLocation === null || samePlace(question.location, write.location);
    if (isQuestion || this.#used.has(paragraph)) this.#addAll(this.#runs.paragraphAfter(paragraph, labelled));
    else if (shown === '' || !MARK.test(shown)) this.#addAll(this.#fillParagraph(paragraph, labelled));
    else {
      const text = new ParagraphText(this.tree, paragraph);
      const end = (MARK.exec(text.text.trimStart())?.[0].length ?? 0) + text.text.length - text.text.trimStart().length;
      if (text.text.slice(end).trim() === '' || !text.holds(end, text.text.length))
        this.#addAll(this.#runs.append(paragraph, ` ${write.text}`));
      else {
        text.replace(end, text.text.length, ` ${write.text}`);
        this.#addAll(text.edits());
      }
    }
    this.#used.add(paragraph);
    this.#wrote(write);
  }

  #fillParagraph(paragraph: XmlNode, text: string): TextEdit[] {
    const properties = this.#runs.properties(paragraph);
    return this.#runs.replaceRuns(paragraph, runXml(this.#runs.prefix, text, properties, this.tree.encoding));
  }

  /** The boxes of a question's options; questions that share a paragraph take them in turn. */
  #boxesOf(question: AnswerToWrite): Box[] | undefined {
    if (question.options.length === 0) return undefined;
    const start = this.#scopeStart(question);
    if (start === undefined) return undefined;
    let known = this.#boxes.get(start);
    if (known === undefined) {
      known = {
        boxes: boxesOf(this.tree, this.#scopeFrom(start, question.options.length), this.places.boxed),
        next: 0,
      };
      this.#boxes.set(start, known);
    }
    const found = boxesOfOptions(known.boxes, question.options, known.next);
    if (found !== undefined) known.next = found.next;
    return found?.boxes;
  }

  #scopeStart({ answerLocation, location }: AnswerToWrite): XmlNode | undefined {
    const place = answerLocation ?? location;
    if ('table' in place) return this.places.cell(place);
    return this.places.paragraph(location);
  }

  /** A cell, or a paragraph and the ones behind it: each option may have its own. */
  #scopeFrom(start: XmlNode, options: number): XmlNode[] {
    if (start.name === 'w:tc') return [start];
    const siblings = start.parent?.children ?? [];
    const from = siblings.indexOf(start);
    const scope: XmlNode[] = [];
    for (const node of siblings.slice(from, from + options + 3)) {
      if (node.name === 'w:tbl') break;
      if (node.name === 'w:p' || node.name === 'w:sdt') scope.push(node);
    }
    return scope;
  }

  #tick(question: AnswerToWrite, write: Write, boxes: readonly Box[], answer: string): void {
    const chosen = chosenOptions(question, answer) ?? [];
    question.options.forEach((option, i) => {
      const box = boxes[i];
      const ticked = chosen.includes(option);
      if (box !== undefined && box.ticked !== ticked) this.#addAll(box.set(ticked));
    });
    this.#wrote(write);
  }

  /** A column of its own for the option: its box is ticked, or a mark is written. */
  #tickOption(write: Write): void {
    const cell = this.places.cell(write.location);
    if (cell === undefined) {
      this.#skip(write, 'place_not_found');
      return;
    }
    const [box] = boxesOf(this.tree, [cell], this.places.boxed);
    if (box !== undefined) {
      if (box.ticked !== write.ticked) this.#addAll(box.set(write.ticked));
      if (box.ticked || write.ticked) this.#wrote({ ...write, text: write.ticked ? '☒' : '☐' });
    } else if (write.ticked) this.#writeCell({ ...write, text: 'X' }, cell);
    else if (
      /^[xX✓✔]$/u.test(
        paragraphsOf(cell)
          .map((paragraph) => this.#runs.textOfParagraph(paragraph))
          .join('')
          .trim(),
      )
    ) {
      this.#addAll(this.#runs.fill(paragraphsOf(cell), ''));
      this.#wrote(write);
    }
  }

  /** The line to write on that is this question's: the first that no other question of the paragraph took. */
  #blankOf({ answerLocation }: AnswerToWrite): { paragraph: XmlNode; from: number; to: number } | undefined {
    const paragraph = answerLocation === null ? undefined : this.places.paragraph(answerLocation);
    if (paragraph === undefined) return undefined;
    let known = this.#texts.get(paragraph);
    if (known === undefined) {
      const text = new ParagraphText(this.tree, paragraph);
      known = { text, blanks: text.blanks(), taken: 0 };
      this.#texts.set(paragraph, known);
    }
    const blank = known.blanks[known.taken];
    if (blank === undefined) return undefined;
    known.taken++;
    return { paragraph, ...blank };
  }

  #writeLegacyField(write: Write, data: XmlNode): void {
    const text = cutTo(write.text, mostCharacters(this.tree, data));
    const edits = fillLegacyField(this.tree, this.#runs, data, text);
    if (edits === undefined) this.#skip(write, 'no_matching_option');
    else {
      this.#addAll(edits);
      this.#wrote({ ...write, text }, text === write.text ? undefined : 'cut_to_field_limit');
    }
  }

  #wrote(
    {
      questionId,
      kind,
      location,
      text,
    }: { questionId: string; kind: WrittenKind; location: QuestionPlace; text: string },
    note?: PlaceNote,
  ): void {
    this.report.places.push({ questionId, kind, location, text, ...(note === undefined ? {} : { note }) });
  }

  #skip({ questionId, kind, location }: Write, reason: SkipReason): void {
    this.report.skipped.push({ questionId, kind, location, reason });
  }

  #addAll(edits: readonly TextEdit[]): void {
    for (const edit of edits) this.#add(edit);
  }

  /** A later edit of the same stretch takes an earlier one's place; what is put in at one point comes one behind the other. */
  #add(edit: TextEdit): void {
    const key = edit.start === edit.end ? `${edit.start}+${this.#edits.size}` : `${edit.start}-${edit.end}`;
    this.#edits.set(key, edit);
  }
}

const samePlace = (a: QuestionPlace, b: QuestionPlace): boolean => JSON.stringify(a) === JSON.stringify(b);
