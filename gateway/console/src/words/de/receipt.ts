import type { Translated } from '../catalogue.js';
import type { receipt as english } from '../en/receipt.js';

/** Words of the receipt of an export, in German. */
export const receipt: Translated<typeof english> = {
  place: 'Stelle',
  before: 'Vorher',
  now: 'Jetzt',
  again: 'Prüfung',
  asWritten: 'wie geschrieben',
  differs: 'weicht ab',
  empty: 'leer',
  name: 'Exportprotokoll',
  written_one: '{{count, number}} Feld geschrieben, {{matching}} durch erneutes Lesen bestätigt',
  written_other: '{{count, number}} Felder geschrieben, {{matching}} durch erneutes Lesen bestätigt',
  unchanged: '{{identical}} von {{parts}} Teilen der Datei sind Byte für Byte unverändert; geändert: {{changed}}',
  none: 'keine',
  generated: 'Es wurde eine neue Datei erstellt: {{why}}',
  skipped_one: '{{count, number}} konnte nicht geschrieben werden:',
  skipped_other: '{{count, number}} konnten nicht geschrieben werden:',
  caption: 'Geschriebene Felder',
  more: 'Die ersten {{first}} von {{all}}. Das gespeicherte Exportprotokoll enthält alle.',
};
