/** What people write behind the command to be helped, or to hear what is under way; lower case. */
export interface CommandWords {
  help: readonly string[];
  status: readonly string[];
}

/** By language code. A language that is added needs nothing but its entry here. */
export const COMMAND_WORDS: Readonly<Record<string, CommandWords>> = {
  en: { help: ['help', '?'], status: ['status'] },
  de: { help: ['hilfe'], status: ['stand'] },
};

/** Whether a text is one of these words in any language. */
export const isCommandWord = (kind: keyof CommandWords, text: string): boolean =>
  Object.values(COMMAND_WORDS).some((words) => words[kind].includes(text.trim().toLowerCase()));
