import { useState } from 'preact/hooks';
import { notify } from './toast.js';
import { isAborted, wordsOf } from '../api/words.js';

export interface Task {
  busy: boolean;
  /** What went wrong with the last try; undefined: nothing. */
  failure: unknown;
  /** Resolves to whether it worked; a second call while one runs does nothing. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

/** Something that a person starts and waits for, with what went wrong kept to be shown. */
export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      if (!isAborted(error)) setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, run };
}

/** The same where there is no room for words: they come in the corner. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isAborted(error)) notify(wordsOf(error), 'error');
    return false;
  }
}
