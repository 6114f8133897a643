/** Small values that outlive the page, in the tab or in the browser; a browser that forbids storage keeps them until the page is left. */
export interface Stored {
  get(): string | undefined;
  set(value: string | undefined): void;
}

export function stored(storageOf: () => Storage, name: string): Stored {
  let held: string | undefined;
  return {
    get: () => {
      try {
        return storageOf().getItem(name) ?? held;
      } catch {
        return held;
      }
    },
    set: (value) => {
      held = value;
      try {
        if (value === undefined) storageOf().removeItem(name);
        else storageOf().setItem(name, value);
      } catch {
        // Held above.
      }
    },
  };
}

/** The same name as on the page /ask, so that a key is entered once in a tab. */
export const storedKey = stored(() => sessionStorage, 'candor-key');
/** The session of this tab: switching organizations moves no other. */
export const storedSession = stored(() => sessionStorage, 'candor-session');
export const storedTheme = stored(() => localStorage, 'candor-theme');
export const storedLanguage = stored(() => localStorage, 'candor-language');
/** Whether answers of people enter the library as they are saved. */
export const storedKeeping = stored(() => localStorage, 'candor-keep-answers');
export const storedShortcuts = stored(() => localStorage, 'candor-shortcuts');
