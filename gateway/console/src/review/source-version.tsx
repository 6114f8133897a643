import type { CitationPlace } from '../api/types.js';
import { hrefOf } from '../core/router.js';
import { at } from '../ui/format.js';
import { t } from '../words/words.js';

/** In which version of its document a quote stands, with the way there. */
export function SourceVersion({ place }: { place: CitationPlace | undefined }) {
  const { document_id: id, version, current, replaced_at: replaced } = place ?? {};
  if (!id) return null;
  const document = `/knowledge/documents/${id}`;
  if (version === null || version === undefined)
    return (
      <p class="small">
        <a href={hrefOf(document)}>{t('evidence:versions.quoteGone')}</a>
      </p>
    );
  return (
    <p class="small">
      <a href={hrefOf(`${document}/versions/${version}`)}>
        {current || !replaced
          ? t('evidence:versions.inCurrent', { version })
          : t('evidence:versions.inReplaced', { version, when: at(replaced) })}
      </a>
    </p>
  );
}
