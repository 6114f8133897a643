import type { ImportReport as Report } from '../api/types.js';
import { hrefOf } from '../core/router.js';
import { ImportDialog, ImportReport } from '../ui/import-dialog.js';
import { Notice } from '../ui/states.js';
import { rich } from '../words/rich.js';
import { t } from '../words/words.js';

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
};
/** Why rows were refused, by the codes of the API. */
const rejections = (): Readonly<Record<string, string>> => ({
  question_missing: t('knowledge:questionMissing'),
  answer_missing: t('knowledge:answerMissing'),
  columns_not_found: t('knowledge:columnsNotFound'),
});

interface Props {
  onClose(): void;
  onImported(): void;
}

/** Takes a table of questions and answers into the library, and says what became of every row. */
export function ImportAnswers(props: Props) {
  return (
    <ImportDialog<Report>
      {...props}
      title={t('knowledge:importTitle')}
      help={t('knowledge:importHelp')}
      label={t('knowledge:importTable')}
      types={TYPES}
      path="/v1/knowledge/answers/import"
      working={t('knowledge:importing')}
      report={({ imported, duplicates, conflicts, rejected }, close) => (
        <ImportReport
          figures={[
            [t('knowledge:imported'), imported],
            [t('knowledge:duplicates'), duplicates],
            [t('knowledge:contradicting'), conflicts],
            [t('knowledge:rejected'), rejected.length],
          ]}
          rejectedTitle={t('knowledge:rejectedRows')}
          rejected={rejected}
          reasons={rejections()}
          onClose={close}
        >
          {conflicts > 0 && (
            <Notice kind="warning">
              <p>
                {rich(t('knowledge:importConflicts', { count: conflicts }), {
                  link: (words) => (
                    <a href={hrefOf('/knowledge/conflicts')} onClick={close}>
                      {words}
                    </a>
                  ),
                })}
              </p>
            </Notice>
          )}
        </ImportReport>
      )}
    />
  );
}
