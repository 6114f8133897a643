import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { readFixture, readWorkbookFixture, textsOf } from '../fixtures/read.fixture.js';
import { sniffDelimiter } from './delimiter.js';

const read = async (bytes: Uint8Array | string) =>
  await readWorkbookFixture(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, 'a.csv');

describe('reading a CSV file', () => {
  it('numbers rows by records: blank ones count, those over several lines count once', async () => {
    const { sheets } = await read(
      'Question,Answer\r\n\r\n"Do you encrypt\r\ndata, also ""at rest""?",Yes\r\nLast?,\r\n',
    );
    expect(textsOf(sheets[0])).toEqual({
      A1: 'Question',
      B1: 'Answer',
      A3: 'Do you encrypt\ndata, also "at rest"?',
      B3: 'Yes',
      A4: 'Last?',
    });
  });

  it.each([
    ['win1252', false, 'Größe;Straße für Prüfung;naïve café\nÜbermaß;ähnlich;öffentlich\n'],
    ['utf16le', true, 'Größe;Straße\nb;c\n'],
    ['utf16be', true, 'Größe;Straße\nb;c\n'],
    ['utf8', true, 'Größe;Straße\nb;c\n'],
    ['utf8', false, 'Größe;質問\nb;c\n'],
    ['utf16le', false, 'Question;Answer\nDo you encrypt?;Yes\n'],
    [
      'win1251',
      false,
      'Вопрос;Ответ\nШифруете ли вы данные клиентов при хранении?;Да\nПроводите ли вы проверку доступа каждый год?;Нет\n',
    ],
    [
      'shift_jis',
      false,
      '質問;回答\n保存時にデータを暗号化していますか。;はい\n毎年アクセスを見直していますか。;いいえ\n',
    ],
  ])('decodes %s (byte order mark: %s) and remembers how it was written', async (encoding, addBOM, text) => {
    const model = await read(iconv.encode(text, encoding, { addBOM }));
    expect(model.sheets[0]?.cells.map((cell) => cell.text)).toEqual(text.trim().split(/[;\n]/));
    expect(model.csv).toMatchObject({ delimiter: ';', byteOrderMark: addBOM });
    expect(iconv.encode(text, model.csv?.encoding ?? '')).toEqual(iconv.encode(text, encoding));
  });

  it.each([
    ['commas', 'a,b\nc,d\n', ','],
    ['semicolons around decimal commas', '1,5;2,5\n3,5;4,5\n', ';'],
    ['tabs', 'a\tb, c\nd\te, f\n', '\t'],
    ['bars', 'a|b\nc|d\n', '|'],
    ['what Excel states', 'sep=|\na,b|c\n', '|'],
    ['nothing in one column', 'Questions\nDo you encrypt data, also at rest?\nWho approves?\n', ''],
    ['commas outside quotes only', '"a;b;c",d\n"e;f;g",h\n', ','],
  ])('finds that fields are separated by %s', (_, text, delimiter) => {
    expect(sniffDelimiter(text)).toBe(delimiter);
  });

  it('keeps the rest of the file when a quote is never closed', async () => {
    const { sheets } = await read('id,question\n1,"Do you encrypt?\n2,Do you log?\n3,Do you test?\n');
    expect(sheets[0]?.cells.filter((cell) => cell.row > 0)).toHaveLength(6);
  });

  it('keeps 50,000 records', async () => {
    const { sheets } = await read(
      Array.from({ length: 50_000 }, (_, i) => `${i},Is control ${i} in place?`).join('\n'),
    );
    expect(sheets[0]?.cells).toHaveLength(100_000);
    expect(sheets[0]?.cells.at(-1)).toMatchObject({ row: 49_999, column: 1, text: 'Is control 49999 in place?' });
  });

  it('is refused when it is empty or not text', async () => {
    await expect(readFixture(Buffer.from(' \n\n'), 'a.csv')).rejects.toMatchObject({ code: 'file_empty' });
    await expect(readFixture(new Uint8Array(0), 'a.csv')).rejects.toMatchObject({ code: 'file_empty' });
    await expect(
      readFixture(Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;'), 'a.csv'),
    ).rejects.toMatchObject({ code: 'type_mismatch' });
  });
});
