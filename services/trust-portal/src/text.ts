/** Text for comparing: without case, accents and outer space. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** The key under which a category's name is unique: without case and outer space. Accents tell names apart. */
export const nameKey = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** A pattern that matches the text itself. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
