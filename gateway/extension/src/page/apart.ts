import { named } from './controls.js';
import type { Name } from './naming.js';
import { textOf } from './tree.js';
import type { Unit } from './units.js';

/** Fields that share the label of their question are told apart by the small labels that each has besides. */
export function toldApart(names: ReadonlyMap<Unit, Name>): Map<Unit, Name> {
  const byText = new Map<string, Unit[]>();
  for (const [unit, { text, from }] of names)
    if (from === 'label' && unit.elements.length === 1) byText.set(text, [...(byText.get(text) ?? []), unit]);
  const apart = new Map(names);
  for (const units of byText.values()) {
    const labels = units.map(({ elements: [element] }) => named(element!, 'aria-labelledby'));
    const [shared] = labels[0] ?? [];
    if (units.length < 2 || !shared || labels.some(([first]) => first !== shared)) continue;
    const whole = labels.map((own) => own.map((label) => textOf(label)).join(' '));
    if (new Set(whole).size < units.length) continue;
    units.forEach((unit, index) => apart.set(unit, { ...names.get(unit)!, text: whole[index]! }));
  }
  return apart;
}
