import type { english } from './english.js';

// So that a key that is not in the catalogue, or a value that its words need, is an error of the compiler.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: typeof english;
  }
}
