import type { ReadBudget } from '../budget.js';
import type { BlockModel } from '../model.js';
import type { XmlHandler, XmlTag } from '../xml/scanner.js';
import { BlockWriter } from './block-writer.js';
import { FieldStack } from './field-stack.js';
import type { FormField } from './form-fields.js';
import type { Numbering } from './numbering.js';
import { ParagraphBuilder } from './paragraph-builder.js';
import { ParagraphProperties } from './paragraph-properties.js';
import { RunState } from './run-state.js';
import type { TextStyles } from './styles.js';
import { runText, symbolText } from './symbols.js';
import { TableBuilder } from './table-builder.js';

export interface BodyContext {
  styles: TextStyles;
  numbering: Numbering;
  budget: ReadBudget;
}

/** Content that is not part of the final, visible text: deleted or replaced by tracked changes, field codes, pronunciation. */
const SKIPPED = new Set([
  ...[
    'w:del',
    'w:moveFrom',
    'w:rPrChange',
    'w:pPrChange',
    'w:tblPrChange',
    'w:trPrChange',
    'w:tcPrChange',
    'w:sectPrChange',
  ],
  ...['w:sectPr', 'w:instrText', 'w:delText', 'w:delInstrText', 'w:rt', 'w:sdtEndPr'],
]);

/** Turns the events of a document part into blocks. */
export class BodyReader implements XmlHandler {
  wantsText = false;
  #skipDepth = 0;
  readonly #writer = new BlockWriter();
  readonly #fields = new FieldStack();
  readonly #run = new RunState();
  readonly #paragraphs: ParagraphBuilder[] = [];
  readonly #tables: TableBuilder[] = [];
  #properties: ParagraphProperties | undefined;
  #styleId: string | undefined;
  #inRunProperties = false;
  /** For each open alternative whether its first choice was taken. */
  readonly #choiceTaken: boolean[] = [];
  /** A paragraph whose mark is deleted: it runs on into the next one. */
  #runOn: ParagraphBuilder | undefined;

  constructor(private readonly context: BodyContext) {}

  /** The bullet of the paragraph that ended last is a box. */
  endedBoxed = false;

  get blocks(): BlockModel[] {
    return this.#writer.blocks;
  }

  /** Blocks of text boxes and inner tables that are read, but whose place among the blocks is not known yet. */
  get waiting(): number {
    return this.#writer.waiting;
  }

  /** Name of the form field whose data has just been closed; undefined when it was not read. */
  takeFieldName(): string | undefined {
    return this.#fields.takeName();
  }

  open(name: string, tag: XmlTag): void {
    if (this.#skipDepth > 0 || this.#skips(name)) this.#skipDepth++;
    else if (this.#properties !== undefined) this.#properties.open(name, tag);
    else if (this.#inRunProperties) this.#run.readProperty(name, tag, this.context.styles);
    else if (!this.#fields.takesProperty(name, tag)) this.#openContent(name, tag);
  }

  text(text: string): void {
    this.#addText(runText(text, this.#run.font));
  }

  close(name: string): void {
    this.wantsText = false;
    if (this.#skipDepth > 0) this.#skipDepth--;
    else this.#closeContent(name);
  }

  get #table(): TableBuilder | undefined {
    return this.#tables[this.#tables.length - 1];
  }

  get #paragraph(): ParagraphBuilder | undefined {
    return this.#paragraphs[this.#paragraphs.length - 1];
  }

  /** Whether the element's content is left out. Markers in properties are told apart: they delete a row or a paragraph mark. */
  #skips(name: string): boolean {
    if (name === 'mc:Fallback') return this.#choiceTaken[this.#choiceTaken.length - 1] === true;
    if (!SKIPPED.has(name)) return false;
    if (this.#properties !== undefined) this.#properties.markDeleted ||= name === 'w:del' || name === 'w:moveFrom';
    else if (name === 'w:del' && this.#table !== undefined && this.#table.cell === undefined)
      this.#table.rowDeleted = true;
    return true;
  }

  #openContent(name: string, tag: XmlTag): void {
    switch (name) {
      case 'w:t':
      case 'm:t':
        this.wantsText = !this.#run.hidden && !this.#run.struck;
        break;
      case 'w:r':
        this.#run.start(this.context.styles.paragraph(this.#styleId));
        break;
      case 'w:rPr':
        this.#inRunProperties = true;
        break;
      case 'w:p':
        this.#paragraphs.push(new ParagraphBuilder());
        break;
      case 'w:pPr':
        this.#properties = new ParagraphProperties();
        break;
      case 'w:tab':
      case 'w:ptab':
        this.#addText('\t');
        break;
      case 'w:br':
      case 'w:cr':
        this.#addText('\n');
        break;
      case 'w:noBreakHyphen':
        this.#addText('-');
        break;
      case 'w:sym':
        if (!this.#run.struck) this.#addText(symbolText(tag.attribute('w:font') ?? '', tag.attribute('w:char') ?? ''));
        break;
      case 'w:txbxContent':
        this.#writer.enterTextBox(this.#paragraphs.length);
        break;
      case 'mc:AlternateContent':
        this.#choiceTaken.push(false);
        break;
      case 'mc:Choice':
        this.#choiceTaken[this.#choiceTaken.length - 1] = true;
        break;
      default:
        this.#openField(name, tag);
        this.#openTable(name, tag);
    }
  }

  #openField(name: string, tag: XmlTag): void {
    if (name === 'w:sdt') this.#fields.openControl();
    else if (name === 'w:sdtPr') this.#fields.openControlProperties();
    else if (name === 'w:fldChar') this.#fields.fieldCharacter(tag.attribute('w:fldCharType'));
    else if (name === 'w:ffData') this.#fields.openLegacyData();
  }

  #openTable(name: string, tag: XmlTag): void {
    const value = tag.attribute('w:val');
    if (name === 'w:tbl') this.#tables.push(new TableBuilder());
    else if (name === 'w:tr') this.#table?.startRow();
    else if (name === 'w:gridBefore') this.#table?.skipColumns(Number(value ?? 0));
    else if (name === 'w:tc' && this.#table !== undefined)
      this.#writer.enterCell(this.#table.startCell(), this.#paragraphs.length);
    const cell = this.#table?.cell;
    if (cell === undefined) return;
    if (name === 'w:gridSpan') cell.columnSpan = Math.max(1, Math.min(1000, Number(value ?? 1) || 1));
    else if (name === 'w:vMerge') cell.verticalMerge = value === 'restart' ? 'restart' : 'continue';
    else if (name === 'w:shd') cell.filled = !/^(auto|ffffff)?$/i.test(tag.attribute('w:fill') ?? '');
  }

  #closeContent(name: string): void {
    switch (name) {
      case 'w:p':
        this.#closeParagraph();
        break;
      case 'w:pPr':
        this.#closeParagraphProperties();
        break;
      case 'w:rPr':
        this.#inRunProperties = false;
        this.#properties?.close(name);
        break;
      case 'w:sdtPr':
        this.#placeControl(this.#fields.closeControlProperties());
        break;
      case 'w:sdt':
        this.#closeControl(this.#fields.closeControl());
        break;
      case 'w:ffData':
        this.#placeLegacyField(this.#fields.closeLegacyData());
        break;
      case 'w:tbl':
        this.#writer.addTable(this.#tables.pop()?.rows ?? [], this.#tables.length > 0);
        break;
      case 'w:tr':
        this.#table?.endRow();
        break;
      case 'w:tc':
        this.#writer.leave();
        this.#table?.endCell();
        break;
      case 'w:txbxContent':
        this.#writer.leave();
        break;
      case 'mc:AlternateContent':
        this.#choiceTaken.pop();
        break;
      default:
    }
  }

  #addText(text: string): void {
    const sink = this.#fields.sink(this.#writer.cell !== undefined);
    if (sink === undefined) this.#paragraph?.add(text, this.#run.bold, this.#run.fontSize);
    else if (sink !== 'nowhere') sink.value += text;
  }

  #closeParagraphProperties(): void {
    const properties = this.#properties;
    const paragraph = this.#paragraph;
    this.#properties = undefined;
    if (properties === undefined || paragraph === undefined) return;
    this.#styleId = properties.styleId;
    properties.apply(paragraph, this.context.styles, this.context.numbering);
    if (this.#fields.inContents) paragraph.contents = true;
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    this.#styleId = undefined;
    this.endedBoxed = paragraph.boxed;
    if (this.#runOn !== undefined) paragraph.continueFrom(this.#runOn);
    this.#runOn = paragraph.markDeleted ? paragraph : undefined;
    if (paragraph.markDeleted) return;
    this.context.budget.chargeCell(paragraph.text.length);
    this.#writer.addParagraph(paragraph);
  }

  /** A control around cells or in a cell is part of the table; elsewhere it is a field of its own. */
  #placeControl(field: FormField | undefined): void {
    if (field === undefined) return;
    const { cell } = this.#writer;
    if (cell !== undefined) cell.options.push(...field.options);
    else if (this.#table !== undefined) this.#table.optionsOfNext = field.options;
    else {
      this.#fields.makeBlock();
      if (this.#writer.inParagraph(this.#paragraphs.length)) this.#paragraph?.addField(field);
    }
  }

  /** A control around whole paragraphs is in none of them, and becomes a block when it ends. */
  #closeControl(field: FormField | undefined): void {
    if (field === undefined || this.#writer.inParagraph(this.#paragraphs.length)) return;
    const paragraph = new ParagraphBuilder();
    paragraph.addField(field);
    this.#writer.addBlocks(paragraph.blocks());
  }

  #placeLegacyField(field: FormField | undefined): void {
    if (field === undefined) return;
    const { cell } = this.#writer;
    if (field.type === 'checkbox') this.#addText(field.checked ? '☒' : '☐');
    else if (cell === undefined) {
      this.#paragraph?.addField(field);
      if (field.type !== 'choice') this.#fields.collectInto(field);
    } else if (field.type === 'choice') {
      cell.options.push(...field.options);
      this.#addText(field.value);
    }
  }
}
