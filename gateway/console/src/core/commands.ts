import { useEffect, useRef } from 'preact/hooks';
import { createStore, useStore } from '../state/store.js';

/** What the page that is shown can do, as the command palette offers it. */
export interface Command {
  name: string;
  run(): void;
}

/** What is offered now, by the parts of the page that offer it. */
const offered = createStore<readonly { current: readonly Command[] }[]>([]);

/** Offers actions in the command palette as long as the page is shown; what the key may not do is left out by the page. */
export function useCommands(commands: readonly (Command | false | undefined)[]): void {
  const newest = useRef<readonly Command[]>([]);
  newest.current = commands.filter((one): one is Command => one !== false && one !== undefined);
  useEffect(() => {
    offered.set([...offered.get(), newest]);
    return () => offered.set(offered.get().filter((one) => one !== newest));
  }, [newest.current.map(({ name }) => name).join('\n')]);
}

/** The actions of the page that is shown; whoever uses it is drawn anew when there are others. */
export const useOffered = (): Command[] => useStore(offered).flatMap(({ current }) => current);
