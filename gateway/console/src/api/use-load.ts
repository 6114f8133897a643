import { useEffect, useRef, useState } from 'preact/hooks';
import { isAborted, wordsOf } from './words.js';

export interface Loaded<T> {
  /** What came last; stays while it is loaded again. */
  data: T | undefined;
  /** In words for people. */
  error: string | undefined;
  loading: boolean;
  reload(): void;
  /** Shows this from now on, without loading. */
  set(data: T): void;
}

/** Loads when the page is shown, when one of the `inputs` changes, and when it is asked to. Only the last answer counts. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: string; loading: boolean }>({ loading: true });
  const [round, setRound] = useState(0);
  const newest = useRef(load);
  newest.current = load;
  useEffect(() => {
    const control = new AbortController();
    setState(({ data }) => ({ ...(data === undefined ? {} : { data }), loading: true }));
    newest.current(control.signal).then(
      (data) => {
        if (!control.signal.aborted) setState({ data, loading: false });
      },
      (error: unknown) => {
        if (control.signal.aborted || isAborted(error)) return;
        setState(({ data }) => ({ ...(data === undefined ? {} : { data }), error: wordsOf(error), loading: false }));
      },
    );
    return () => control.abort();
  }, [...inputs, round]);
  return {
    data: state.data,
    error: state.error,
    loading: state.loading,
    reload: () => setRound((count) => count + 1),
    set: (data) => setState({ data, loading: false }),
  };
}

/** Calls again and again while `active` and the page is looked at. */
export function useInterval(callback: () => void, milliseconds: number, active: boolean): void {
  const newest = useRef(callback);
  newest.current = callback;
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) newest.current();
    }, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, active]);
}
