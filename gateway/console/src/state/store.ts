import { useEffect, useState } from 'preact/hooks';

/** A value that components follow. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** Calls back after each change; returns how to stop. */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value; the component is drawn again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState(0);
  useEffect(() => {
    const drawn = store.get();
    const stop = store.subscribe(() => redraw((count) => count + 1));
    // It may have changed between drawing and subscribing.
    if (!Object.is(drawn, store.get())) redraw((count) => count + 1);
    return stop;
  }, [store]);
  return store.get();
}
