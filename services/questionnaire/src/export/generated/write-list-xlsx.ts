import type { ByteSink, ExportedQuestion } from '../model.js';
import { LIST_COLUMNS } from './list-columns.js';
import { cellText, writeWorkbook } from './workbook-out.js';
import type { ExportHead } from './write-lists.js';

/** The questions as a list in a new workbook. */
export async function writeListXlsx(
  head: ExportHead,
  questions: Iterable<ExportedQuestion>,
  sink: ByteSink,
): Promise<void> {
  await writeWorkbook(sink, head.updatedAt, (workbook) => {
    const sheet = workbook.addWorksheet('Answers', { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = LIST_COLUMNS.map(({ width }) => ({
      width,
      style: { alignment: { wrapText: true, vertical: 'top' } },
    }));
    const header = sheet.addRow(LIST_COLUMNS.map((column) => column.name));
    header.font = { bold: true };
    header.commit();
    for (const question of questions)
      sheet.addRow(LIST_COLUMNS.map((column) => cellText(column.of(question)))).commit();
    sheet.commit();
  });
}
