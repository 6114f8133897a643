import type { ImportReport as Report } from '../api/types.js';
import { hrefOf } from '../app/router.js';
import { count } from '../ui/format.js';
import { ImportDialog, ImportReport } from '../ui/import-dialog.js';
import { Notice } from '../ui/states.js';

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
};
const REJECTIONS: Readonly<Record<string, string>> = {
  question_missing: 'There is no question in this row.',
  answer_missing: 'There is no answer in this row.',
  columns_not_found:
    'No column holds questions with answers beside them. Give the columns the headers Question and Answer.',
};

interface Props {
  onClose(): void;
  onImported(): void;
}

/** Takes a table of questions and answers into the library, and says what became of every row. */
export function ImportAnswers(props: Props) {
  return (
    <ImportDialog<Report>
      {...props}
      title="Import questions and answers"
      help="A table with a column of questions and one of answers, such as a questionnaire that you have answered before; a column “Tags” is read too. Entries that are known already are left out."
      label="Table"
      types={TYPES}
      path="/v1/knowledge/answers/import"
      working="Reading the table …"
      report={({ imported, duplicates, conflicts, rejected }, close) => (
        <ImportReport
          figures={[
            ['Added', imported],
            ['Known already, left out', duplicates],
            ['Contradict another entry', conflicts],
            ['Not usable', rejected.length],
          ]}
          rejectedTitle="Rows that were left out"
          rejected={rejected}
          reasons={REJECTIONS}
          onClose={close}
        >
          {conflicts > 0 && (
            <Notice kind="warning">
              <p>
                {count(conflicts, 'entry was', 'entries were')} added though the same question has another answer.{' '}
                <a href={hrefOf('/knowledge/conflicts')} onClick={close}>
                  Decide which one holds
                </a>
              </p>
            </Notice>
          )}
        </ImportReport>
      )}
    />
  );
}
