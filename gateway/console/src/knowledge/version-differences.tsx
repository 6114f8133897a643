import type { VersionDifference } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Badge, type Tone } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { Pager } from '../ui/pager.js';
import { Empty } from '../ui/states.js';
import { t } from '../words/words.js';

const PAGE_SIZE = 50;
const TONES: Readonly<Record<VersionDifference['kind'], Tone>> = {
  kept: 'neutral',
  added: 'good',
  removed: 'bad',
  changed: 'attention',
};

interface Props {
  /** Id of the document. */
  document: string;
  version: number;
  against: number;
}

/** What a version says otherwise than another: each by its word, old words struck out, new ones underlined. */
export function VersionDifferences({ document, version, against }: Props) {
  const { api } = useApp();
  const [query, setQuery] = useQuery();
  const page = pageIn(query);
  const diff = useLoad(
    (signal) =>
      api.call.compareDocumentVersions({
        path: { document_id: document, version },
        query: { against, limit: PAGE_SIZE, offset: page * PAGE_SIZE },
        signal,
      }),
    [document, version, against, page],
  );
  return (
    <Content of={diff} what={t('evidence:versions.differences')}>
      {({ differences, pagination: { total }, ...counts }) => (
        <section class="section" aria-label={t('evidence:versions.differences')}>
          <h2>{t('evidence:versions.comparedWith', { version, against })}</h2>
          <p class="muted">{t('evidence:versions.counts', counts)}</p>
          {differences.length === 0 ? (
            <Empty title={t('evidence:versions.same')} icon="check" />
          ) : (
            <ol class="passages">
              {differences.map((one, index) => (
                <Shown key={page * PAGE_SIZE + index} difference={one} />
              ))}
            </ol>
          )}
          <Pager page={page} total={total} size={PAGE_SIZE} onPage={(to) => setQuery({ page: pageParam(to) })} />
        </section>
      )}
    </Content>
  );
}

function Shown({ difference: { kind, locator, before, after } }: { difference: VersionDifference }) {
  return (
    <li class="card difference">
      <div class="card-head">
        <h3>{locator}</h3>
        <Badge tone={TONES[kind]}>{t(`evidence:versions.kinds.${kind}`)}</Badge>
      </div>
      {before !== null && (
        <p class="text">
          <span class="hidden">{t('evidence:versions.was')} </span>
          <del>{before}</del>
        </p>
      )}
      {after !== null && (
        <p class="text">
          <span class="hidden">{t('evidence:versions.is')} </span>
          <ins>{after}</ins>
        </p>
      )}
    </li>
  );
}
