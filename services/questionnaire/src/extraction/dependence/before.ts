import { parentNumber, plainNumber } from '../language/numbering.js';
import { Said } from './said.js';
import type { DependenceInput, Hanging, Read } from './types.js';

/** "a)", "(iv)": a letter that numbers a part of what stands above it. */
const LETTER = /^\(?(?:[a-z]|[ivx]{1,4})[).]?$/iu;

/** Questions of one sheet that came already. */
export class Before {
  readonly said = new Said();
  readonly byNumber = new Map<string, Read>();
  private readonly byText = new Map<string, Read>();
  private readonly roots = new Map<string, Read>();
  /** The last one that a condition can be about. */
  root: Read | undefined;
  last: Read | undefined;
  /** The last one that is more than a lettered part. */
  private whole: Read | undefined;

  /** `isAnswerable`: a condition may be about it. */
  add(read: Read, hanging: Hanging | undefined, isAnswerable: boolean): void {
    const { _id, number, text } = read.question;
    const isLettered = LETTER.test(number);
    if (number !== '' && !isLettered) this.byNumber.set(plainNumber(number), read);
    this.byText.set(text, read);
    this.said.add(read);
    if (hanging) this.roots.set(_id, hanging.root);
    this.last = read;
    if (isAnswerable) this.root = read;
    if (!isLettered) this.whole = read;
  }

  /** What an earlier question hangs on. */
  rootOf({ question }: Read): Read | undefined {
    return this.roots.get(question._id);
  }

  /** The question of which the number says that this one is a part, or under which it stands. */
  partOf({ number, stem }: DependenceInput): Read | undefined {
    for (let parent = parentNumber(number); parent !== ''; parent = parentNumber(parent)) {
      const found = this.byNumber.get(plainNumber(parent));
      if (found !== undefined) return found;
    }
    if (LETTER.test(number) && this.whole?.question.text.trim().endsWith(':')) return this.whole;
    return stem === '' ? undefined : this.byText.get(stem);
  }
}
