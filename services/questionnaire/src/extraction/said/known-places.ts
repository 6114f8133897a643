import type { DocumentModel } from '../../documents/model.js';
import type { QuestionPlace } from '../result.js';
import { cellIndex, type AreaCorrection, type Corrections, type RefusedCorrection } from './corrections.js';

/** Sheets that a message names. */
const NAMED_SHEETS = 8;

/** Tells corrections that speak of what the document does not have: another sheet or table, or columns of running text. */
export function refuseUnknown(model: DocumentModel, { areas, add, remove }: Corrections): RefusedCorrection[] {
  const known = placesOf(model);
  const places = [
    ...add.flatMap(({ location, answerLocation }, i) => [
      { path: `add.${i}.location`, place: location },
      ...(answerLocation === null ? [] : [{ path: `add.${i}.answer_location`, place: answerLocation }]),
    ]),
    ...remove.map(({ location }, i) => ({ path: `remove.${i}.location`, place: location })),
  ];
  return [
    ...areas.flatMap((area, i) => refused(`areas.${i}`, known.refusalOfArea(area))),
    ...places.flatMap(({ path, place }) => refused(path, known.refusalOfPlace(place))),
  ];
}

const refused = (path: string, message: string | undefined): RefusedCorrection[] =>
  message === undefined ? [] : [{ path, message }];

interface KnownPlaces {
  refusalOfArea(area: AreaCorrection): string | undefined;
  refusalOfPlace(place: QuestionPlace): string | undefined;
}

function placesOf(model: DocumentModel): KnownPlaces {
  const { format } = model;
  if (model.kind === 'workbook') {
    const names = model.sheets.map(({ name }) => name);
    const listed = names.slice(0, NAMED_SHEETS).map((name) => `"${name}"`);
    const noSheet = (sheet: string): string | undefined =>
      names.includes(sheet)
        ? undefined
        : `The file has no sheet "${sheet}". Its sheets: ${listed.join(', ')}${names.length > NAMED_SHEETS ? ' …' : ''}.`;
    return {
      refusalOfArea: ({ sheet, table }) =>
        table === null ? noSheet(sheet) : 'A workbook has no numbered tables. Name the sheet alone.',
      refusalOfPlace: (place) => {
        if (!('cell' in place)) return `Places in this ${format} file are cells. Give a sheet and a cell.`;
        if (cellIndex(place.cell) === undefined) return `"${place.cell}" is no cell. Write it as B7.`;
        return noSheet(place.sheet);
      },
    };
  }
  const tables = model.blocks.filter(({ kind }) => kind === 'table').length;
  const noTable = (table: number): string | undefined =>
    table <= tables ? undefined : `The document has no table ${table}; it has ${tables}.`;
  return {
    refusalOfArea: ({ sheet, table, columns, firstRow, lastRow }) => {
      if (sheet !== '') return `A ${format} document has no sheets. Leave the name empty.`;
      if (table !== null) return noTable(table);
      return columns === null && firstRow === null && lastRow === null
        ? undefined
        : `A ${format} document has no columns and rows outside of its tables. Say which table is meant, or add its questions one by one.`;
    },
    refusalOfPlace: (place) => {
      if ('cell' in place) return `Places in a ${format} document are no cells of a sheet. Point at a text of it.`;
      return 'table' in place ? noTable(place.table) : undefined;
    },
  };
}
