/**
 * Words, folded, that a question may have more or less without asking for anything else, by language. Nothing that denies
 * or bounds (not, without, only, before) is among them.
 */
export const LIGHT_WORDS: Readonly<Record<'en' | 'de', readonly string[]>> = {
  en: [
    ...'a an the any all each every this these that those your our their its his her'.split(' '),
    ...'do does did is are was were be been being has have had can could will would shall should may might'.split(' '),
    ...'you we they it please kindly also currently presently formally generally typically overall'.split(' '),
    ...'company companies organization organizations organisation organisations vendor supplier provider firm'.split(
      ' ',
    ),
  ],
  de: [
    ...'der die das den dem des ein eine einen einem einer eines alle jede jeder jedes diese dieser dieses'.split(' '),
    ...'ihr ihre ihren ihrem ihrer sie wir es ist sind war waren wird werden hat haben kann konnen konnte soll'.split(
      ' ',
    ),
    ...'bitte auch derzeit aktuell zurzeit formal generell unternehmen organisation firma anbieter lieferant'.split(
      ' ',
    ),
  ],
};
