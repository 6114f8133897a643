import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { ConnectedAgents } from '../channels/connected-agents.js';
import { t } from '../words/words.js';

/** More than anybody has at once. */
const MOST_AGENTS = 100;

/** Programs that the person allowed to act for them. */
export function OwnAgents() {
  const { api, session } = useApp();
  const agents = useLoad(
    async (signal) => (await api.call.listConnectedAgents({ query: { limit: MOST_AGENTS, offset: 0 }, signal })).agents,
    [api],
  );
  return (
    <section class="section" aria-labelledby="agents-title">
      <h2 id="agents-title">{t('channels:agents.mine')}</h2>
      <p class="muted">
        {session.organization.agents_may_connect ? t('channels:agents.mineHelp') : t('channels:agents.offForPeople')}
      </p>
      <ConnectedAgents agents={agents} />
    </section>
  );
}
