import { useEffect } from 'preact/hooks';
import type { Api } from '../api/api.js';
import type { Group, User } from '../api/types.js';
import { useApp } from './context.js';
import { createStore, useStore } from '../state/store.js';
import { t } from '../words/words.js';

interface Directory {
  users: User[];
  groups: Group[];
  /** Names of keys by their ids; empty for those who may not list keys. */
  keys: ReadonlyMap<string, string>;
  /** False until they were asked for: who is not among them is not unknown yet. */
  loaded: boolean;
}

const NOBODY: Directory = { users: [], groups: [], keys: new Map(), loaded: false };
/** One a connection: another organization has another API object. */
const directories = new WeakMap<Api, ReturnType<typeof createStore<Directory>>>();

/** They have changed: whoever asks next loads them again. */
export const forgetDirectory = (api: Api): void => {
  directories.delete(api);
};

/** The people of the organization, loaded once; empty until then. */
export function useDirectory(): Directory {
  const { api, may } = useApp();
  let store = directories.get(api);
  const isNew = store === undefined;
  if (store === undefined) {
    store = createStore(NOBODY);
    directories.set(api, store);
  }
  const own = store;
  const seesKeys = may('ADMIN', 'API keys: write');
  useEffect(() => {
    if (!isNew) return;
    // Names are a help: without them, identifiers are shown.
    void load(api, seesKeys)
      .then((directory) => own.set(directory))
      .catch(() => own.set({ ...NOBODY, loaded: true }));
  }, [api]);
  return useStore(own);
}

async function load(api: Api, seesKeys: boolean): Promise<Directory> {
  const query = { limit: 1000 };
  const [{ users }, { groups }, keys] = await Promise.all([
    api.call.listUsers({ query }),
    api.call.listGroups({ query }),
    seesKeys ? api.call.listApiKeys({ query }) : undefined,
  ]);
  return { users, groups, keys: new Map((keys?.api_keys ?? []).map(({ id, name }) => [id, name])), loaded: true };
}

/** Names for actors ("user:…", "key:…", "pipeline"). */
export function useNames(): (actor: string) => string {
  const { users, keys, loaded } = useDirectory();
  const { session } = useApp();
  return (actor) => {
    const [kind, id = ''] = actor.split(':');
    if (kind === 'pipeline') return 'Candor';
    if (kind === 'user') return users.find((user) => user.id === id)?.name ?? (loaded ? t('foreignUser') : '…');
    if (kind === 'key')
      return keys.get(id) ?? (id === session.key_id ? t('you') : t('keyNamed', { id: id.slice(0, 8) }));
    return actor;
  };
}
