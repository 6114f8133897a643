import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { buildXlsx } from '../../services/questionnaire/src/documents/fixtures/xlsx.fixture.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument';

/** A package with some of its parts changed, added, or (undefined) taken out. */
export function withParts(
  bytes: Uint8Array,
  change: (text: (name: string) => string) => Record<string, string | Uint8Array | undefined>,
): Uint8Array {
  const parts: Record<string, Uint8Array> = unzipSync(bytes);
  const changed = change((name) => strFromU8(parts[name] ?? new Uint8Array()));
  for (const [name, part] of Object.entries(changed)) {
    if (part === undefined) Reflect.deleteProperty(parts, name);
    else parts[name] = typeof part === 'string' ? strToU8(part) : part;
  }
  return zipSync(parts);
}

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const relationships = (rows: [id: string, type: string, target: string][]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${type.includes(':') ? type : `${OFFICE}/${type}`}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const ANCHOR = (from: number, content: string): string =>
  `<xdr:twoCellAnchor><xdr:from><xdr:col>${from}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>` +
  `<xdr:to><xdr:col>${from + 3}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>9</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>${content}<xdr:clientData/></xdr:twoCellAnchor>`;

const CHART_FRAME =
  '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>' +
  '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart">' +
  `<c:chart xmlns:c="${DRAWING}/chart" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
const PICTURE =
  '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="Logo"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>' +
  '<xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>';
const CHART =
  `<c:chartSpace xmlns:c="${DRAWING}/chart" xmlns:a="${DRAWING}/main"><c:chart><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/>` +
  '<c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef><c:f>Scores!$B$1:$B$3</c:f></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart>' +
  '<c:catAx><c:axId val="1"/><c:scaling/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart></c:chartSpace>';
const COMMENTS = `<comments xmlns="${MAIN}"><authors><author>Customer</author></authors><commentList><comment ref="B2" authorId="0"><text><t>Mandatory</t></text></comment></commentList></comments>`;
const VML =
  '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
  '<v:shape id="s1" type="#t" style="visibility:hidden"><x:ClientData ObjectType="Note"><x:Row>1</x:Row><x:Column>1</x:Column></x:ClientData></v:shape></xml>';
const PIVOT_CACHE =
  `<pivotCacheDefinition xmlns="${MAIN}" xmlns:r="${OFFICE}" refreshOnLoad="1" recordCount="0"><cacheSource type="worksheet"><worksheetSource ref="A1:B3" sheet="Scores"/></cacheSource>` +
  '<cacheFields count="2"><cacheField name="Area"><sharedItems/></cacheField><cacheField name="Score"><sharedItems/></cacheField></cacheFields></pivotCacheDefinition>';
const PIVOT_TABLE =
  `<pivotTableDefinition xmlns="${MAIN}" name="Pivot" cacheId="1" dataCaption="Values"><location ref="D1:E3" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/>` +
  '<pivotFields count="2"><pivotField axis="axisRow" showAll="0"><items count="1"><item t="default"/></items></pivotField><pivotField dataField="1" showAll="0"/></pivotFields></pivotTableDefinition>';

export interface RichWorkbookOptions {
  macros?: boolean;
  /** Of the sheet with the questions. */
  protected?: boolean;
}

/**
 * A questionnaire with what customers' workbooks carry: a chart and a picture, notes, conditional formats, drop-downs of both
 * kinds, defined names, a pivot table, a calculation chain, and macros when asked for.
 */
export function richWorkbook(options: RichWorkbookOptions = {}): Uint8Array {
  const rows = Array.from({ length: 6 }, (_, i) => [
    String(i + 1),
    `Do you review security control ${i + 1} every year?`,
    null,
    null,
  ]);
  const plain = buildXlsx({
    ...(options.macros === true ? { macros: true } : {}),
    names: [
      { name: 'choices', formula: 'Lists!$A$1:$A$3' },
      { name: '_xlnm.Print_Area', formula: 'Questions!$A$1:$D$7', sheet: 0 },
    ],
    sheets: [
      {
        name: 'Questions',
        rows: [['No.', { text: 'Question', isBold: true, fill: 'FF1F4E78' }, 'Answer', 'Comment'], ...rows],
        validations: [
          { range: 'C2:C4', list: '"Yes,No,N/A"' },
          { range: 'C5:C7', list: 'Lists!$A$1:$A$3', x14: true },
        ],
        ...(options.protected === true ? { protected: true } : {}),
      },
      { name: 'Lists', hidden: true, rows: [['Yes'], ['No'], ['N/A']] },
      {
        name: 'Scores',
        rows: [
          ['Area', { formula: 'COUNTIF(Questions!C2:C7,"Yes")', number: 0 }],
          ['Access', 3],
          ['Backup', 5],
        ],
      },
    ],
  });
  return withParts(plain, (text) => {
    const sheet = text('xl/worksheets/sheet1.xml');
    const format =
      '<conditionalFormatting sqref="C2:C7"><cfRule type="containsBlanks" priority="1"><formula>LEN(TRIM(C2))=0</formula></cfRule></conditionalFormatting>';
    const types = [
      '<Default Extension="png" ContentType="image/png"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>',
      `<Override PartName="/xl/drawings/drawing1.xml" ContentType="${CONTENT}.drawing+xml"/>`,
      `<Override PartName="/xl/charts/chart1.xml" ContentType="${CONTENT}.drawingml.chart+xml"/>`,
      `<Override PartName="/xl/comments1.xml" ContentType="${CONTENT}.spreadsheetml.comments+xml"/>`,
      `<Override PartName="/xl/calcChain.xml" ContentType="${CONTENT}.spreadsheetml.calcChain+xml"/>`,
      `<Override PartName="/xl/pivotCache/pivotCacheDefinition1.xml" ContentType="${CONTENT}.spreadsheetml.pivotCacheDefinition+xml"/>`,
      `<Override PartName="/xl/pivotTables/pivotTable1.xml" ContentType="${CONTENT}.spreadsheetml.pivotTable+xml"/>`,
      options.macros === true
        ? '<Override PartName="/xl/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/>'
        : '',
    ].join('');
    const macros: [string, string, string][] =
      options.macros === true
        ? [['rIdVba', 'http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'vbaProject.bin']]
        : [];
    return {
      'xl/worksheets/sheet1.xml': sheet
        .replace('<dataValidations>', `${format}<dataValidations>`)
        .replace('<extLst>', '<drawing r:id="rId1"/><legacyDrawing r:id="rId3"/><extLst>'),
      'xl/worksheets/_rels/sheet1.xml.rels': relationships([
        ['rId1', 'drawing', '../drawings/drawing1.xml'],
        ['rId2', 'comments', '../comments1.xml'],
        ['rId3', 'vmlDrawing', '../drawings/vmlDrawing1.vml'],
      ]),
      'xl/worksheets/_rels/sheet3.xml.rels': relationships([['rId1', 'pivotTable', '../pivotTables/pivotTable1.xml']]),
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}">${ANCHOR(5, CHART_FRAME)}${ANCHOR(9, PICTURE)}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relationships([
        ['rId1', 'chart', '../charts/chart1.xml'],
        ['rId2', 'image', '../media/image1.png'],
      ]),
      'xl/drawings/vmlDrawing1.vml': VML,
      'xl/charts/chart1.xml': CHART,
      'xl/media/image1.png': PNG,
      'xl/comments1.xml': COMMENTS,
      'xl/calcChain.xml': `<calcChain xmlns="${MAIN}"><c r="B1" i="3"/></calcChain>`,
      'xl/pivotCache/pivotCacheDefinition1.xml': PIVOT_CACHE,
      'xl/pivotTables/pivotTable1.xml': PIVOT_TABLE,
      'xl/pivotTables/_rels/pivotTable1.xml.rels': relationships([
        ['rId1', 'pivotCacheDefinition', '../pivotCache/pivotCacheDefinition1.xml'],
      ]),
      ...(options.macros === true ? { 'xl/vbaProject.bin': Buffer.from('not run by any test') } : {}),
      'xl/_rels/workbook.xml.rels': text('xl/_rels/workbook.xml.rels').replace(
        '</Relationships>',
        relationships([
          ['rIdChain', 'calcChain', 'calcChain.xml'],
          ['rIdPivot', 'pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml'],
          ...macros,
        ]).replace(/^[\s\S]*?<Relationships[^>]*>/, ''),
      ),
      'xl/workbook.xml': text('xl/workbook.xml').replace(
        '</workbook>',
        '<pivotCaches><pivotCache cacheId="1" r:id="rIdPivot"/></pivotCaches></workbook>',
      ),
      '[Content_Types].xml': text('[Content_Types].xml').replace('</Types>', `${types}</Types>`),
    };
  });
}
