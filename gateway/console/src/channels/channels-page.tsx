import { useRefusal } from '../core/permission.js';
import { Forbidden } from '../ui/permission.js';
import { PageFrame } from '../ui/page.js';
import { t } from '../words/words.js';
import { AgentsCard } from './agents-card.js';
import { ExtensionCard } from './extension-card.js';
import { SlackCard } from './slack-card.js';

/** Where people ask besides the console: each channel is connected, tested and disconnected here. */
export default function ChannelsPage() {
  const mayNot = useRefusal('ADMIN', 'Organizations: write');
  if (mayNot !== undefined) return <Forbidden title={t('channels:title')} reason={mayNot} />;
  return (
    <PageFrame title={t('channels:title')} subtitle={t('channels:subtitle')}>
      <div class="channels">
        <SlackCard />
        <ExtensionCard />
        <AgentsCard />
      </div>
    </PageFrame>
  );
}
