import type { BlockModel, FieldBlock, ParagraphBlock, TableBlock, TextModel } from '../documents/model.js';
import { placeName, questionsOf } from './asked.fixture.js';

type Piece = string | null | Partial<ParagraphBlock> | string[][] | { field: Partial<FieldBlock> };

/**
 * A text document from pieces: a string is a paragraph ("# Title" a heading), null an empty paragraph, an array of rows a
 * table ('' is an empty cell), an object with `field` a form field.
 */
export function documentOf(pieces: readonly Piece[], format: TextModel['format'] = 'docx'): TextModel {
  const blocks: BlockModel[] = [];
  pieces.forEach((piece, index) => {
    if (piece === null) return;
    if (typeof piece === 'string') blocks.push(paragraphOf(piece, index, format));
    else if (Array.isArray(piece)) blocks.push(tableOf(piece, index));
    else if ('field' in piece)
      blocks.push({
        kind: 'field',
        index,
        name: `field${index}`,
        label: '',
        type: 'text',
        options: [],
        value: '',
        ...piece.field,
      });
    else blocks.push({ ...paragraphOf('', index, format), ...piece });
  });
  return { kind: 'text', format, blocks, warnings: [] };
}

function paragraphOf(text: string, index: number, format: TextModel['format']): ParagraphBlock {
  const heading = /^(#{1,6}) (.*)$/.exec(text);
  return {
    kind: 'paragraph',
    index,
    text: heading?.[2] ?? text,
    ...(heading?.[1] === undefined ? {} : { heading: heading[1].length }),
    ...(format === 'pdf' ? { page: 1, line: index + 1, x: 72, fontSize: 11 } : {}),
    ...(format === 'pasted' || format === 'txt' ? { line: index + 1 } : {}),
  };
}

function tableOf(rows: readonly (readonly string[])[], index: number): TableBlock {
  return {
    kind: 'table',
    index,
    rows: rows.map((texts, row) => texts.map((text, column) => ({ row, column, rowSpan: 1, columnSpan: 1, text }))),
  };
}

/** The questions of such a document, in its order. */
export const textsOf = (...document: Parameters<typeof documentOf>): string[] =>
  questionsOf(documentOf(...document)).map((question) => question.text);

/** Where each of them stands, and where its answer goes: "place>place". */
export const placesOf = (...document: Parameters<typeof documentOf>): string[] =>
  questionsOf(documentOf(...document)).map(
    (question) => `${placeName(question.location)}>${placeName(question.answerLocation)}`,
  );
