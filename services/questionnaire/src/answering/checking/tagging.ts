import type { ItsFunction, PartOfSpeech } from 'wink-nlp';

/** A word or mark of a sentence with its part of speech. */
export interface Tagged {
  /** Lower case. */
  word: string;
  tag: PartOfSpeech;
  /** Place in the sentence, in UTF-16 units. */
  start: number;
  end: number;
}

/** Gives each word of a sentence its part of speech. */
export type Tagger = (sentence: string) => Tagged[];

let starting: Promise<Tagger> | undefined;

/** The tagger, loaded once a thread; the first call takes some 0.3 s. Its rules and weights are in the package: nothing is fetched. */
export function startTagger(): Promise<Tagger> {
  return (starting ??= load());
}

async function load(): Promise<Tagger> {
  const [{ default: wink }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ]);
  const english = wink(model, ['pos']);
  return (sentence) => {
    const tokens = english.readDoc(withSmallOpening(sentence)).tokens();
    const tags = tokens.out(english.its.pos as ItsFunction<PartOfSpeech>) as PartOfSpeech[];
    let at = 0;
    const tagged = tokens.out().map((text, i): Tagged => {
      const start = Math.max(at, sentence.toLowerCase().indexOf(text.toLowerCase(), at));
      at = start + text.length;
      return { word: text.toLowerCase(), tag: tags[i]!, start, end: at };
    });
    return mended(joined(tagged));
  };
}

/** A capital that opens a sentence is taken for that of a name. */
function withSmallOpening(sentence: string): string {
  return sentence.replace(
    /(^\W*|[:;] )(\p{Lu})(?=\p{Ll}|\s)/gu,
    (_, before: string, letter: string) => before + letter.toLowerCase(),
  );
}

/** "Off-site" and "AES-256" are one word each, of the kind of their last part. */
function joined(tagged: readonly Tagged[]): Tagged[] {
  const whole: Tagged[] = [];
  for (let i = 0; i < tagged.length; i++) {
    const [last, hyphen, next] = [whole.at(-1), tagged[i]!, tagged[i + 1]];
    if (last && next && /^[-/‐‑]$/.test(hyphen.word) && last.end === hyphen.start && hyphen.end === next.start) {
      whole[whole.length - 1] = {
        word: last.word + hyphen.word + next.word,
        tag:
          next.tag === 'ADV' || next.word.endsWith('ly')
            ? 'ADV'
            : next.tag === 'VERB' || next.tag === 'ADJ'
              ? 'ADJ'
              : 'NOUN',
        start: last.start,
        end: next.end,
      };
      i++;
    } else whole.push(hyphen);
  }
  return whole;
}

const SUBJECT = /^(?:we|you|they|i)$/;
/** An adverb that may stand between whoever acts and the verb. */
const BETWEEN = /(?:ly|^(?:also|always|never|not|only|now|then|already|still|thus|do|no|each|all|both|may|can))$/;

/** Verbs that the tagger takes for nouns, and the other way round. */
function mended(tagged: Tagged[]): Tagged[] {
  for (const [i, token] of tagged.entries()) {
    const [before, after] = [tagged[i - 1], tagged[i + 1]];
    if (!before) continue;
    // "We back up", "they log".
    if (SUBJECT.test(before.word) && /^(?:NOUN|ADJ|ADV|PROPN)$/.test(token.tag) && !BETWEEN.test(token.word))
      token.tag = 'VERB';
    // "The last 40 builds".
    if (token.tag === 'VERB' && before.tag === 'NUM' && token.word.endsWith('s') && after?.tag !== 'DET')
      token.tag = 'NOUN';
    // "Our conflicts team", "a vault run by a partner".
    if (token.tag === 'VERB' && /^(?:our|your|their|its|the|an?)$/.test(before.word) && token.word.endsWith('s'))
      token.tag = 'NOUN';
    if (
      token.tag === 'NOUN' &&
      before.tag === 'NOUN' &&
      after?.word === 'by' &&
      /(?:ed|run|held|kept|built|made|owned)$/.test(token.word)
    )
      token.tag = 'VERB';
    // "By team leads".
    const closes = !after || after.tag === 'PUNCT';
    if (
      token.tag === 'VERB' &&
      closes &&
      before.tag === 'NOUN' &&
      tagged[i - 2]?.tag === 'ADP' &&
      token.word.endsWith('s')
    )
      token.tag = 'NOUN';
    // "An outside company".
    if (token.tag === 'ADP' && before.tag === 'DET' && after?.tag === 'NOUN') token.tag = 'ADJ';
    // "An email address, which".
    const isBase = token.tag === 'VERB' && !/(?:s|ed|ing|en)$/.test(token.word);
    if (isBase && before.tag === 'NOUN' && !before.word.endsWith('s') && (!after || after.tag === 'PUNCT'))
      token.tag = 'NOUN';
  }
  for (const [i, token] of tagged.entries()) {
    const [before, after, behind] = [tagged[i - 1], tagged[i + 1], tagged[i + 2]];
    // "Team leads review the rights".
    if (
      /^(?:NOUN|PROPN)$/.test(before?.tag ?? '') &&
      token.tag === 'VERB' &&
      token.word.endsWith('s') &&
      after?.tag === 'NOUN' &&
      !after.word.endsWith('s') &&
      (behind?.tag === 'DET' || token.word === 'leads')
    ) {
      token.tag = 'NOUN';
      after.tag = 'VERB';
    }
  }
  for (const [i, token] of tagged.entries()) {
    // "Is informed by".
    const isDone =
      /^(?:ADJ|NOUN)$/.test(token.tag) &&
      /(?:ed|kept|held|sent|built|run|seen|known|taken|given|written)$/.test(token.word) &&
      tagged[i + 1]?.tag !== 'NOUN';
    const aux = tagged
      .slice(Math.max(0, i - 3), i)
      .filter(({ tag }) => tag !== 'ADV' && tag !== 'PART')
      .at(-1);
    if (isDone && aux?.tag === 'AUX') token.tag = 'VERB';
  }
  for (const [from, to] of parts(tagged)) {
    const isFinite = (i: number): boolean =>
      tagged[i]!.tag === 'AUX' ||
      (tagged[i]!.tag === 'VERB' && !tagged[i]!.word.endsWith('ing') && !isReduced(tagged, i));
    for (let i = Math.max(1, from); i < to && !isFinite(i); i++)
      if (couldBeVerb(tagged, i, from)) {
        tagged[i]!.tag = 'VERB';
        break;
      }
  }
  return tagged;
}

/** What stands between marks that end a part of a sentence. */
function parts(tagged: readonly Tagged[]): [number, number][] {
  const found: [number, number][] = [];
  let from = 0;
  for (const [i, { tag, word }] of tagged.entries())
    if (tag === 'PUNCT' && /^[;:.,]$/.test(word)) {
      found.push([from, i]);
      from = i + 1;
    }
  return [...found, [from, tagged.length]];
}

/** "An archive run by a partner": no verb of its own. */
function isReduced(tagged: readonly Tagged[], at: number): boolean {
  const after = tagged[at + 1];
  return after === undefined || after.tag === 'ADP' || after.tag === 'PUNCT' || /^(?:NOUN|PROPN)$/.test(after.tag);
}

/** "Employees sign an NDA", "the partner rings the clients": a noun between whoever acts and what opens a phrase. */
function couldBeVerb(tagged: readonly Tagged[], at: number, from: number): boolean {
  const { tag, word } = tagged[at]!;
  // "An outside company, Redfern, tests the product".
  const before = at === from ? tagged[at - 2] : tagged[at - 1];
  const after = tagged[at + 1];
  if (!before || !after || !/^(?:NOUN|PROPN)$/.test(before.tag)) return false;
  const isMany = before.word.endsWith('s') || before.word === 'staff';
  if (tag !== 'NOUN' && !(tag === 'ADJ' && isMany)) return false;
  const agrees = isMany && at !== from ? !word.endsWith('s') : /[^s]s$/.test(word);
  return agrees && (/^(?:DET|PRON|PROPN|NUM|ADJ)$/.test(after.tag) || (tag === 'ADJ' && after.tag === 'NOUN'));
}
