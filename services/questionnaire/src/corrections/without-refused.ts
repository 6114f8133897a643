import type { Corrections, RefusedCorrection } from '../extraction/said/corrections.js';

/** The corrections without those that a document has refused. */
export function withoutRefused(
  { areas, add, remove }: Corrections,
  refused: readonly RefusedCorrection[],
): Corrections {
  const out = new Set(refused.map(({ path }) => path.split('.').slice(0, 2).join('.')));
  const stays =
    (list: string) =>
    (_: unknown, i: number): boolean =>
      !out.has(`${list}.${i}`);
  return {
    areas: areas.filter(stays('areas')),
    add: add.filter(stays('add')),
    remove: remove.filter(stays('remove')),
  };
}
