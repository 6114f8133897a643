import type { TextModel } from '../../../documents/model.js';
import type { ShapeCache } from '../../language/text-shape.js';
import type { QuestionPlace } from '../../result.js';
import { blockBelow, isAnswerBox, placeOf } from '../places.js';
import type { TextUnit } from '../units.js';
import { chooseReadings, type Around } from './choose-reading.js';
import type { Entry } from './entries.js';

/** The units that the chosen readings ask, with the place that each leaves for its answer, where it is not found otherwise. */
export type AskedByShape = ReadonlyMap<TextUnit, QuestionPlace | undefined>;

/** What the readers of known layouts found. */
export interface Known {
  /** Units of running text that ask. */
  asked: ReadonlySet<TextUnit>;
  /** Units that are options, places to answer or instructions. */
  other: ReadonlySet<TextUnit>;
  /** Questions of the whole document. */
  count: number;
  /** A person said that it asks nothing. */
  saidSilent: boolean;
}

interface Document {
  model: TextModel;
  shapes: ShapeCache;
  units: readonly TextUnit[];
  notices: ReadonlySet<string>;
}

/** What the running text of a document asks by its shape; what somebody pasted is asked by other rules. */
export function askedByShape(document: Document, known: Known): AskedByShape {
  if (known.saidSilent || document.model.format === 'pasted') return new Map();
  const readings = chooseReadings(aroundOf(document, known));
  return new Map(readings.flatMap(({ entries }) => entries.map((entry) => [entry.unit, placeIn(entry)])));
}

/** What stands around the units of a document. */
export function aroundOf({ model, shapes, units, notices }: Document, { asked, other, count }: Known): Around {
  const at = new Map(model.blocks.map((block, i) => [block.index, i]));
  const behind = units.map((unit) => at.get(unit.blocks.at(-1)!.index) ?? -1);
  const places = behind.map((i) => {
    const below = blockBelow(model.blocks, i, notices);
    return below !== undefined && isAnswerBox(below);
  });
  const empties = units.map((unit, i) => {
    const last = unit.blocks.at(-1)!.index;
    return model.format === 'docx' ? (model.blocks[behind[i]! + 1]?.index ?? last + 1) - last - 1 : 0;
  });
  return {
    units,
    shapes,
    asked,
    other,
    others: count - asked.size,
    placeAfter: (i) => places[i]!,
    tableAfter: (i) => model.blocks[behind[i]! + 1]?.kind === 'table',
    empties: (i) => empties[i]!,
  };
}

function placeIn({ room, last, line }: Entry): QuestionPlace | undefined {
  if (room === 'empty' && last.emptyAfter >= 0) return { paragraph: last.emptyAfter + 1 };
  return room === 'repeated' && line !== undefined ? placeOf(line.blocks.at(-1)!) : undefined;
}
