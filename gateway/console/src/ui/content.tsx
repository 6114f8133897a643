import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/use-load.js';
import { Failure, Loading, Notice } from './states.js';

interface Props<T> {
  of: Loaded<T>;
  /** Of which it says that it is being loaded: "the documents". */
  what: string;
  children(data: T): ComponentChildren;
}

/** What was loaded; until then, that it is on its way or why it is not. What came before stays while it is loaded again. */
export function Content<T>({ of, what, children }: Props<T>) {
  const { data, error, loading, reload } = of;
  if (data === undefined) {
    if (loading || error === undefined) return <Loading what={what} />;
    return <Failure message={error} retry={reload} />;
  }
  return (
    <>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      {children(data)}
    </>
  );
}
