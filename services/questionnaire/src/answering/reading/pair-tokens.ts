import * as tokenizers from '@huggingface/tokenizers';
import { modelFile } from './model-files.js';

/** What is used of the package; its own types name their files without extension, which Node's resolution does not find. */
interface WordPiece {
  encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
}
const { Tokenizer } = tokenizers as unknown as { Tokenizer: new (tokenizer: object, config: object) => WordPiece };

/** Lengths in tokens; the same as in tools/reader/judge.py. */
const LONGEST_QUESTION = 72;
const LONGEST_CONTEXT = 48;
const LONGEST_STATEMENT = 96;
const LONGEST_TEXT = 128;
const CLS = 101;
const SEP = 102;
/** "[unused0]": stands between a statement's place and its words. */
const MARK = 1;
/** Characters that are looked at: words beyond what a model reads need no tokens. */
const CHARACTERS_A_TOKEN = 12;

/** The second judge's vocabulary is the same list behind four marks of its own. */
const SECOND = { shift: 4, begin: 0, end: 2 };

export interface PairTokens {
  ids: number[];
  /** 0 for the question, 1 for the evidence. */
  kinds: number[];
}

/** Texts → what the models read (WordPiece, uncased). */
export class ModelTokenizer {
  private readonly tokenizer: WordPiece;
  private readonly known = new Map<string, number[]>();

  constructor() {
    const json = (name: string): object => JSON.parse(new TextDecoder().decode(modelFile(name))) as object;
    this.tokenizer = new Tokenizer(json('tokenizer.json'), json('tokenizer_config.json'));
  }

  /** A text for the encoder. */
  text(text: string): number[] {
    return [CLS, ...this.tokens(text, LONGEST_TEXT).slice(0, LONGEST_TEXT - 2), SEP];
  }

  /** A question and a statement for the judge. The place loses its beginning, the others their ends. */
  pair(question: string, context: string, statement: string): PairTokens {
    const asked = this.tokens(question, LONGEST_QUESTION).slice(0, LONGEST_QUESTION);
    const place = this.tokens(context.slice(-LONGEST_CONTEXT * CHARACTERS_A_TOKEN), Infinity).slice(-LONGEST_CONTEXT);
    const said = this.tokens(statement, LONGEST_STATEMENT).slice(0, LONGEST_STATEMENT);
    const evidence = place.length + said.length + 2;
    return {
      ids: [CLS, ...asked, SEP, ...place, MARK, ...said, SEP],
      kinds: [...new Array<number>(asked.length + 2).fill(0), ...new Array<number>(evidence).fill(1)],
    };
  }

  /** The same pair as the second judge reads it: its base marks a text's begin and end, and parts two texts by two ends. */
  pairForSecond(question: string, context: string, statement: string): PairTokens {
    const { ids, kinds } = this.pair(question, context, statement);
    const parted = ids.indexOf(SEP);
    const own = (id: number): number => (id === CLS ? SECOND.begin : id === SEP ? SECOND.end : id + SECOND.shift);
    return {
      ids: [...ids.slice(0, parted + 1).map(own), SECOND.end, ...ids.slice(parted + 1).map(own)],
      kinds: [0, ...kinds],
    };
  }

  private tokens(text: string, most: number): number[] {
    const read = most === Infinity ? text : text.slice(0, most * CHARACTERS_A_TOKEN);
    const known = this.known.get(read);
    if (known !== undefined) return known;
    const { ids } = this.tokenizer.encode(read, { add_special_tokens: false });
    if (this.known.size > 2_000) this.known.clear();
    this.known.set(read, ids);
    return ids;
  }
}
