import type { Overview } from '../api/types.js';
import { ReplaceFileDialog } from '../ui/replace-file-dialog.js';
import { t } from '../words/words.js';
import { FILE_TYPES, refusal } from './upload-form.js';

interface Props {
  overview: Overview;
  onClose(): void;
  onReplaced(overview: Overview): void;
}

/** Chooses another file for a questionnaire whose own could not be read. */
export const ReplaceDialog = ({ overview, onClose, onReplaced }: Props) => (
  <ReplaceFileDialog<Overview>
    title={t('questionnaires:replace.title')}
    action={t('questionnaires:replace.action')}
    about={t('questionnaires:replace.about')}
    label={t('questionnaires:replace.file')}
    types={FILE_TYPES}
    refusal={refusal}
    path={`/v1/questionnaire/${overview.id}/file`}
    working={t('questionnaires:upload.storing')}
    said={t('questionnaires:replace.done')}
    onClose={onClose}
    onReplaced={onReplaced}
  />
);
