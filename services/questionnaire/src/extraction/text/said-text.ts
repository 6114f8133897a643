import type { FieldBlock, TextModel } from '../../documents/model.js';
import type { QuestionPlace } from '../result.js';
import { placeText, type Corrections, type RefusedCorrection } from '../said/corrections.js';
import { placeOf } from './places.js';
import type { TextUnit } from './units.js';

/** What people say about the running text and the fields of a document. */
export class SaidText {
  private readonly added = new Map<string, { at: number; answer: QuestionPlace | null }>();
  private readonly removed: ReadonlySet<string>;
  private readonly met = new Set<number>();
  /** Nothing is asked but what is added. */
  readonly isSilent: boolean;

  constructor({ areas, add, remove }: Corrections) {
    add.forEach(({ location, answerLocation }, at) => {
      if (!isCell(location)) this.added.set(placeText(location), { at, answer: answerLocation });
    });
    this.removed = new Set(remove.map(({ location }) => placeText(location)));
    this.isSilent = areas.some(({ table, asks }) => table === null && !asks);
  }

  /** Whether people say that it asks, or that it does not; undefined: the engine decides. */
  asks(unit: TextUnit): { answer: QuestionPlace | null } | false | undefined {
    return this.asksAt(unit.blocks.map(placeOf));
  }

  /** The same for a form field. */
  asksField({ name }: FieldBlock): { answer: QuestionPlace | null } | false | undefined {
    return this.asksAt([{ field: name }]);
  }

  /** Tells what was added where the document has no text, and answers that would go nowhere. */
  refusals(model: TextModel): RefusedCorrection[] {
    const places = placesToWrite(model);
    return [...this.added.values()].flatMap(({ at, answer }): RefusedCorrection[] => {
      if (!this.met.has(at))
        return [
          { path: `add.${at}.location`, message: 'No text stands there. Point at a paragraph, a line or a field.' },
        ];
      if (answer === null || places.has(answer)) return [];
      return [{ path: `add.${at}.answer_location`, message: 'The document has no such place for an answer.' }];
    });
  }

  private asksAt(places: readonly QuestionPlace[]): { answer: QuestionPlace | null } | false | undefined {
    const texts = places.map(placeText);
    for (const text of texts) {
      const added = this.added.get(text);
      if (added === undefined) continue;
      this.met.add(added.at);
      return { answer: added.answer };
    }
    return this.isSilent || texts.some((text) => this.removed.has(text)) ? false : undefined;
  }
}

const isCell = (place: QuestionPlace): boolean => 'cell' in place || 'table' in place;

/** Every place of a document that can be written: its paragraphs, empty ones too, lines, fields and cells of tables. */
function placesToWrite({ blocks }: TextModel): { has(place: QuestionPlace): boolean } {
  const known = new Set<string>();
  let last = 0;
  let tables = 0;
  for (const block of blocks) {
    last = Math.max(last, block.index + 1);
    if (block.kind === 'table') {
      tables++;
      for (const { row, column, fields } of block.rows.flat()) {
        known.add(placeText({ table: tables, row: row + 1, column: column + 1 }));
        for (const field of fields ?? []) known.add(placeText({ field }));
      }
    } else if (block.kind === 'field') known.add(placeText({ field: block.name }));
    else {
      known.add(placeText(placeOf(block)));
      for (const field of block.fields ?? []) known.add(placeText({ field }));
    }
  }
  const paged = blocks.some((block) => block.kind === 'paragraph' && block.page !== undefined);
  return {
    has: (place) =>
      known.has(placeText(place)) ||
      // An empty paragraph between others is no block, and can be written all the same.
      (!paged && 'paragraph' in place && place.paragraph >= 1 && place.paragraph <= last + 1),
  };
}
