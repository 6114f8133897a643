/** What happened in another tab of this browser. */
export type Told = 'signed-in' | 'signed-out';

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('candor-sign-in');

/** Tells the other tabs. */
export const tellTabs = (told: Told): void => channel?.postMessage(told);

/** Calls with what other tabs tell; returns how to stop. */
export function onTold(take: (told: Told) => void): () => void {
  const listen = ({ data }: MessageEvent<unknown>): void => {
    if (data === 'signed-in' || data === 'signed-out') take(data);
  };
  channel?.addEventListener('message', listen);
  return () => channel?.removeEventListener('message', listen);
}
