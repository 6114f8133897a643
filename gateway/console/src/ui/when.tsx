import { ago, at } from './format.js';

/** How long ago, with the exact time to be pointed at; microseconds since the epoch. */
export const When = ({ time }: { time: number }) => (
  <span class="muted nowrap" title={at(time)}>
    {ago(time)}
  </span>
);
