import type { BlockModel, FieldBlock, TableBlock } from '../../documents/model.js';
import { markByShape } from '../by-shape.js';
import { parentNumber, plainNumber } from '../language/numbering.js';
import { asksToRate } from '../language/rating-words.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { AccountEntry, ExtractedQuestion, QuestionPlace } from '../result.js';
import { answerInField, fieldAsks, fieldEntry, fieldQuestion, isShownAgain, plainText } from './fields.js';
import { standsBelow } from './counted-options.js';
import { asksAboutList, judgeUnit } from './judge-unit.js';
import { offerTable } from './option-tables.js';
import type { TextHabits } from './habits.js';
import type { UnitKind } from './judge-unit.js';
import { boxEntries, isAnswerBox, isBoxTable, isRoom, placed } from './places.js';
import type { SaidText } from './said-text.js';
import type { AskedByShape } from './readings/asked-by-shape.js';
import { questionsOfLine } from './sentences.js';
import { answerOnLine, offerLine } from './take-answers.js';
import { TextAccount } from './text-account.js';
import { unitQuestion } from './unit-question.js';
import type { TextUnit } from './units.js';

/** What asks already, whatever its form says. */
const ASKS: ReadonlySet<UnitKind> = new Set<UnitKind>(['question', 'item', 'field']);

const OTHER: ReadonlySet<UnitKind> = new Set<UnitKind>(['options', 'answer_mark', 'instruction']);

/** Walks a text document and collects its questions; every paragraph and line is booked once. */
export class TextQuestions {
  private readonly questions: ExtractedQuestion[] = [];
  readonly account = new TextAccount();
  private readonly sections: { level: number; text: string }[] = [];
  private readonly byNumber = new Map<string, string>();
  /** Questions of the text by their words, for fields that repeat them. */
  private readonly asked = new Map<string, ExtractedQuestion>();
  /** Questions that form fields ask, by the names of the fields. */
  private readonly fields = new Map<string, ExtractedQuestion>();
  private readonly position = new Map<TextUnit, number>();
  private stem: { text: string; level: number } | undefined;
  /** The question for which an answer below is still expected. */
  private last: ExtractedQuestion | undefined;
  /** The level of the list that this question stands in. */
  private level = 0;
  /** Units that ask, and those that are known to be something else: options, a place to answer, an instruction. */
  readonly askedUnits = new Set<TextUnit>();
  readonly otherUnits = new Set<TextUnit>();
  /** The question whose list of entries is being read. */
  private listed: ExtractedQuestion | undefined;

  constructor(
    private readonly shapes: ShapeCache,
    private readonly habits: TextHabits,
    private readonly units: readonly TextUnit[],
    private readonly said: SaidText,
    private readonly byShape: AskedByShape = new Map(),
  ) {
    units.forEach((unit, i) => this.position.set(unit, i));
  }

  takeUnit(unit: TextUnit, following: BlockModel | undefined): void {
    const at = this.position.get(unit) ?? 0;
    const next = this.units[at + 1];
    const directly = next !== undefined && following?.kind === 'paragraph' ? next : undefined;
    const samePlace = next !== undefined && next.blocks[0] === unit.blocks[0] ? next : undefined;
    const said = this.said.asks(unit);
    if (said !== undefined) {
      this.enterSaid(unit, said);
      return;
    }
    const kind = judgeUnit(
      unit,
      {
        previous: this.units[at - 1],
        next: samePlace ?? directly,
        placeAfter: following !== undefined && isAnswerBox(following),
        boxesAfter: isBoxTable(following),
        questionOpen: this.last !== undefined,
        stemOpen: this.stem !== undefined,
        listOpen: this.last !== undefined && this.last.answerLocation === null && asksAboutList(this.last.text),
        inList: this.last !== undefined && this.listed === this.last,
        below: standsBelow(unit, this.last, this.level, this.habits.countedOptions),
      },
      this.habits,
      this.shapes,
    );
    if (OTHER.has(kind)) this.otherUnits.add(unit);
    this.enter(unit, this.byShape.has(unit) && !ASKS.has(kind) ? 'by_shape' : kind);
    if (kind !== 'question' && asksToRate(unit.text)) this.stem = { text: unit.text, level: -1 };
  }

  /** A unit of which people say that it asks, and perhaps where it is answered, or that it does not ask. */
  private enterSaid(unit: TextUnit, said: { answer: QuestionPlace | null } | false): void {
    if (said === false) {
      this.account.book(unit, 'skipped', 'said_no_question');
      return;
    }
    this.ask(unit, 'question');
    if (this.last !== undefined) Object.assign(this.last, { said: true, ...placed(said.answer) });
  }

  takeTable(
    questions: ExtractedQuestion[],
    entries: AccountEntry[],
    start: { table: number; row: number; column: number },
  ): void {
    const path = this.path();
    for (const question of questions) {
      this.questions.push({ ...question, section: [path, question.section].filter((part) => part !== '').join(' > ') });
    }
    // A table that asks nothing below an open question is the box for its answer.
    if (questions.length === 0 && this.last !== undefined && entries.length <= 1 && this.last.answerLocation === null) {
      this.last.answerLocation = start;
      const [only] = entries;
      if (only !== undefined) {
        this.last.existingAnswer = isRoom(only.text) ? '' : only.text;
        entries = [{ ...only, class: 'answer', reason: 'box_below_question' }];
      }
    }
    this.last = undefined;
    this.stem = undefined;
    this.account.entries.push(...entries);
  }

  /** Whether a table only offers what the question above it asks to choose; it is booked with that question then. */
  takesOptions(table: TableBlock, number: number): boolean {
    if (this.last === undefined || !offerTable(this.last, table, number)) return false;
    this.takeBoxes(table, number);
    return true;
  }

  /** A table of boxes that were read with the cell that it stands in, or a notice above the boxes to write in. */
  takeBoxes(table: TableBlock, number: number, as?: Pick<AccountEntry, 'class' | 'reason'>): void {
    this.account.entries.push(...boxEntries(table, number, as));
  }

  /**
   * A form field: one without a label (or a check box with a short one) below a question is where that is answered, and so is one
   * whose label a question of the text repeats; a field with a label of its own is a question.
   */
  takeField(field: FieldBlock): void {
    const said = this.said.asksField(field);
    if (said === false) {
      this.account.entries.push(fieldEntry(field, 'skipped', 'said_no_question'));
      return;
    }
    if (said !== undefined) {
      const label = field.label.trim() === '' ? field.name : field.label;
      this.questions.push({ ...fieldQuestion({ ...field, label }, this.path()), said: true, ...placed(said.answer) });
      this.account.entries.push(fieldEntry(field, 'question', 'form_field'));
      return;
    }
    if (field.continues === true) {
      this.account.entries.push(fieldEntry(field, 'answer', 'field_of_question'));
      return;
    }
    const label = field.label.trim();
    const box = field.type === 'checkbox' && label.split(/\s+/).length <= 8;
    const asked = label === '' || box ? this.last : this.asked.get(plainText(label));
    if (isShownAgain(field, this.fields)) this.account.entries.push(fieldEntry(field, 'answer', 'field_shown_again'));
    else if (asked !== undefined) {
      answerInField(asked, field);
      this.account.entries.push(fieldEntry(field, 'answer', 'field_of_question'));
    } else if (fieldAsks(field)) {
      const question = fieldQuestion(field, this.path());
      this.questions.push(question);
      this.fields.set(field.name, question);
      this.account.entries.push(fieldEntry(field, 'question', 'form_field'));
    } else if (field.type === 'checkbox') this.account.entries.push(fieldEntry(field, 'options', 'check_box'));
    else this.account.entries.push(fieldEntry(field, 'skipped', 'field_without_label'));
  }

  finish(): { questions: ExtractedQuestion[]; account: AccountEntry[] } {
    return { questions: this.questions, account: this.account.entries };
  }

  private enter(unit: TextUnit, kind: UnitKind | 'by_shape'): void {
    switch (kind) {
      case 'by_shape':
        this.ask(unit, 'question');
        if (this.last !== undefined) markByShape([this.last]);
        return;
      case 'question':
      case 'field':
        this.ask(unit, kind);
        return;
      case 'item':
        this.askItem(unit);
        return;
      case 'section':
        this.account.book(unit, 'section', 'heading');
        this.enterSection(unit);
        return;
      case 'answer_mark':
        this.answer(unit);
        return;
      case 'options':
        this.offer(unit);
        return;
      case 'instruction':
        this.account.book(unit, 'instruction', 'instruction');
        this.last = undefined;
        return;
      case 'text':
        this.text(unit);
    }
  }

  private ask(unit: TextUnit, kind: 'question' | 'field'): void {
    const lines = this.habits.byLine ? questionsOfLine(unit.text) : [unit.text];
    const shape = this.shapes.of(unit.text);
    const level = unit.listLevel ?? unit.number.match(/[.\-]/g)?.length ?? 0;
    const otherPlace = this.byShape.get(unit);
    lines.forEach((text, at) => {
      const position = { section: this.path(), stem: this.stemOf(unit, level), at, otherPlace };
      const question = unitQuestion(unit, text, position);
      this.questions.push(question);
      this.asked.set(plainText(question.text), question);
      this.last = question;
    });
    this.askedUnits.add(unit);
    this.level = unit.listLevel ?? 0;
    if (unit.number !== '') this.byNumber.set(plainNumber(unit.number), unit.text);
    if (shape.endsWithColon && kind === 'question') this.stem = { text: unit.text, level };
    else if (this.stem !== undefined && level <= this.stem.level && !this.isPart(unit)) this.stem = undefined;
    this.account.book(
      unit,
      'question',
      kind === 'field' ? 'form_field' : unit.options.length > 0 ? 'item_with_boxes' : 'paragraph_asks',
    );
  }

  /** A statement behind a box of its own. */
  private askItem(unit: TextUnit): void {
    this.ask({ ...unit, text: unit.options[0] ?? '', options: [] }, 'question');
    // The next box is the next statement, not an option of this one.
    this.last = undefined;
  }

  private isPart(unit: TextUnit): boolean {
    return /^\(?\p{L}{1,4}[).]?$|^\(?[ivx]+[).]?$/iu.test(unit.number) || unit.bullet;
  }

  private stemOf(unit: TextUnit, level: number): string {
    const shape = this.shapes.of(unit.text);
    if (shape.manner === 'question' && shape.words >= 4) return '';
    const parent = this.byNumber.get(plainNumber(parentNumber(unit.number)));
    if (parent !== undefined) return parent;
    if (this.stem === undefined) return '';
    return level > this.stem.level || this.isPart(unit) ? this.stem.text : '';
  }

  private enterSection(unit: TextUnit): void {
    const level = unit.heading ?? (unit.number !== '' ? 8 + unit.number.split('.').length : 10);
    while (this.sections.length > 0 && this.sections.at(-1)!.level >= level) this.sections.pop();
    this.sections.push({ level, text: unit.text });
    this.stem = undefined;
    this.last = undefined;
  }

  private path(): string {
    return this.sections.map((section) => section.text).join(' > ');
  }

  /** "Answer: …" below a question, or a line to write on. */
  private answer(unit: TextUnit): void {
    this.account.book(unit, 'answer', 'answer_place');
    if (this.last !== undefined) answerOnLine(this.last, unit);
  }

  /** A line of boxes below its question. */
  private offer(unit: TextUnit): void {
    this.account.book(unit, 'options', 'boxes_of_question');
    if (this.last !== undefined) offerLine(this.last, unit);
  }

  private text(unit: TextUnit): void {
    const shape = this.shapes.of(unit.text);
    const entry = unit.bullet || unit.number !== '' || unit.listLevel !== undefined;
    if (this.last !== undefined && entry && asksAboutList(this.last.text)) this.listed = this.last;
    const ofList = this.last !== undefined && this.listed === this.last;
    const offered = (ofList || (this.stem !== undefined && unit.bullet)) && shape.words <= 30;
    if (offered) this.otherUnits.add(unit);
    if (offered) this.account.book(unit, 'options', 'list_below_question');
    else this.account.book(unit, shape.words >= 8 ? 'instruction' : 'skipped', 'text_between_questions');
  }
}
