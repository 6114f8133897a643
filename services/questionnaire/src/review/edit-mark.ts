import { micros, newId, type Clock } from '@candor/runtime';
import type { EditMark } from './assigning.js';
import type { LifecycleActor } from './lifecycle.js';

/** The mark of a call; a repeat of it has the same one. */
export const markOf = ({ actor, creationId }: LifecycleActor, clock: Clock): EditMark => ({
  actor,
  at: micros(clock),
  call: creationId || newId(),
});
