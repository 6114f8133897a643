// A workbook of any size, made while it is uploaded: a small sheet of questions, and a stored part of random bytes under
// xl/media, as a scanned image would be.
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export const MB = 1024 * 1024;

/** The parts of a workbook with one sheet of questions. */
function workbookParts(questions) {
  const rows = questions
    .map((text, i) => `<row r="${i + 2}"><c r="A${i + 2}" t="inlineStr"><is><t>${text}</t></is></c></row>`)
    .join('');
  const header =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Question</t></is></c><c r="B1" t="inlineStr"><is><t>Answer</t></is></c></row>';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Questions" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${header}${rows}</sheetData></worksheet>`,
  };
}

/** The bytes of the workbook, piece by piece, with `mediaBytes` of random bytes. */
export function* workbook(mediaBytes) {
  let made = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(Buffer.from(chunk));
  });
  const questions = Array.from({ length: 20 }, (_, i) => `Do you review control number ${i + 1} every year?`);
  for (const [name, text] of Object.entries(workbookParts(questions))) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`), true);
  }
  const media = new ZipPassThrough('xl/media/image1.png');
  zip.add(media);
  for (let left = mediaBytes; left > 0; left -= 64 * 1024) {
    media.push(randomBytes(Math.min(left, 64 * 1024)), left <= 64 * 1024);
    yield* made;
    made = [];
  }
  zip.end();
  yield* made;
}

/** Uploads a workbook at the pace of the server; gives the questionnaire's id and the bytes sent. */
export async function upload(url, key, mediaBytes) {
  const sending = request(`${url}/v1/questionnaire/upload/file`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=bench' },
  });
  const answered = new Promise((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      if (response.statusCode === 200) resolve(JSON.parse(text).questionnaire_id);
      else reject(new Error(`upload: ${response.statusCode} ${text}`));
    });
  });
  const send = async (bytes) => {
    if (!sending.write(bytes)) await new Promise((resolve) => sending.once('drain', resolve));
  };
  let sent = 0;
  await send('--bench\r\nContent-Disposition: form-data; name="company_name"\r\n\r\nBench\r\n--bench\r\n');
  await send('Content-Disposition: form-data; name="file"; filename="big.xlsx"\r\n');
  await send('Content-Type: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet\r\n\r\n');
  for (const chunk of workbook(mediaBytes)) {
    sent += chunk.length;
    await send(chunk);
  }
  sending.end('\r\n--bench--\r\n');
  return { id: await answered, sent };
}
