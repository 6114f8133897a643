import { fillField, undoField, valuesOf, type FilledField } from './filling.js';
import { readList } from './lists.js';
import { rowIn } from './keys.js';
import { scrollAndSettle, scrollersOf, sweep } from './longlists.js';
import { until, withoutSending } from './events.js';
import { readQuestions, type Field, type Reading } from './questions.js';
import { holds } from './tree.js';
import type { FillResult, FoundForm, FoundQuestion, GivenAnswer, ReadValue, UndoResult } from './types.js';
import { isSame, valueOf } from './values.js';
import { Watch } from './watch.js';

const MOST_LISTS = 80;

interface Place {
  scroller: Element;
  top: number;
}

/** Finds the questions of a page, fills and undoes. One for a page; its calls run one after another. */
export class PageEngine {
  private readonly watch: Watch;
  private reading: Reading | undefined;
  private readonly known = new Map<string, FoundQuestion>();
  private readonly places = new Map<string, Place>();
  private readonly rows = new Map<string, string>();
  private readonly lists = new Map<string, string[]>();
  private readonly filled = new Map<string, FilledField>();
  private work: Promise<unknown> = Promise.resolve();
  private finding: Promise<FoundForm> | undefined;

  /** `onChange`: questions of the page came or went; `onRest`: the page has changed and come to rest. */
  constructor(
    private readonly document: Document,
    told: { onChange: () => void; onRest: () => void },
  ) {
    this.watch = new Watch(document, {
      isStale: () => void (this.reading = undefined),
      keyOf: (element) => this.keyOf(element),
      keys: () => [...this.read().byKey.keys()],
      // Rows of a long list come and go as one scrolls.
      isOther: (before, now) =>
        now.some((key) => !this.known.has(key)) || before.some((key) => !now.includes(key) && !this.places.has(key)),
      ...told,
    });
  }

  /** Reads all questions: long lists are scrolled, lists that open are opened; then all is as it was. */
  find(): Promise<FoundForm> {
    this.finding ??= this.inTurn(() => this.findAll()).finally(() => (this.finding = undefined));
    return this.finding;
  }

  fill(key: string, answer: GivenAnswer, isAskedByPerson = false): Promise<FillResult> {
    return this.inTurn(async () => {
      const result = await this.at<FillResult>(key, (field) => this.fillHere(field, answer, isAskedByPerson));
      return (
        result ?? {
          key,
          status: 'not_here',
          message: 'This question is not on the page now. Go to its page and try again.',
        }
      );
    });
  }

  /** Takes back what was filled: one question, or all, the last first. */
  async undo(key: string): Promise<UndoResult> {
    return this.inTurn(async () => {
      const filled = this.filled.get(key);
      if (!filled) return { key, status: 'nothing_to_undo', message: 'Nothing was filled here.' };
      const result = await this.at<UndoResult>(key, async (field) => {
        const undone = await undoField(field, filled, this.watch.touched.has(key));
        if (undone.status === 'undone') this.filled.delete(key);
        return undone;
      });
      return (
        result ?? {
          key,
          status: 'not_here',
          message: 'This question is not on the page now. Go to its page and try again.',
        }
      );
    });
  }

  async undoAll(): Promise<UndoResult[]> {
    const results: UndoResult[] = [];
    for (const key of [...this.filled.keys()].reverse()) results.push(await this.undo(key));
    return results;
  }

  /** What stands in the fields of these questions now. */
  async values(keys: readonly string[]): Promise<ReadValue[]> {
    const values: ReadValue[] = [];
    for (const key of keys) {
      const value = await this.inTurn(() =>
        this.at(key, (field) => Promise.resolve(valuesOf(field, this.filled.get(key)))),
      );
      if (value) values.push(value);
    }
    return values;
  }

  /** The field of a question, if it is in the page now. */
  field(key: string): Field | undefined {
    return this.read().byKey.get(key);
  }

  /** Whether a question was found on this page, in sight or not. */
  isKnown(key: string): boolean {
    return this.known.has(key);
  }

  /** Scrolls to a field. */
  reveal(key: string): Promise<Element | undefined> {
    return this.inTurn(async () => {
      const field = this.field(key) ?? (await this.seek(key));
      field?.unit.anchor.scrollIntoView({ block: 'center', behavior: 'instant' });
      return field?.unit.anchor;
    });
  }

  stop(): void {
    this.watch.stop();
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.work.then(() => this.watch.quietly(() => withoutSending(this.watch.roots, act)));
    this.work = turn.catch(() => undefined);
    return turn;
  }

  private read(): Reading {
    if (!this.reading) {
      this.reading = readQuestions(this.document, this.rows);
      this.watch.observe(this.reading.scan.walk.roots);
      for (const { question, unit } of this.reading.fields) {
        const options = this.lists.get(question.key);
        if (options?.length) question.options = options;
        const filled = this.filled.get(question.key);
        if (filled && isSame(valueOf(unit), filled.after.value)) question.filled = false;
      }
    }
    return this.reading;
  }

  private async findAll(): Promise<FoundForm> {
    const order: string[] = [];
    this.reading = undefined;
    await this.readLists();
    this.collect(order);
    const anchors = this.read().fields.map(({ unit }) => unit.anchor);
    for (const scroller of scrollersOf(anchors)) {
      const met = new Map<string, Place>();
      const isLong = await sweep(scroller, (top, isDrawnAnew) => {
        if (isDrawnAnew) this.reading = undefined;
        this.collect(order, { scroller, top }, met);
      });
      for (const [key, place] of met) {
        if (isLong) this.places.set(key, place);
        else if (!this.places.has(key)) this.rows.delete(key);
      }
    }
    this.watch.accept();
    const { unreadableFrames } = this.read().scan.walk;
    const questions = order.map((key) => this.known.get(key)!);
    return { address: this.document.location.href, title: this.document.title, questions, unreadableFrames };
  }

  /** Puts the questions of this reading where they stand among those that are known. */
  private collect(order: string[], place?: Place, met?: Map<string, Place>): void {
    let before = -1;
    for (const { question, unit } of this.read().fields) {
      const { key } = question;
      const at = order.indexOf(key);
      if (at < 0) order.splice(before + 1, 0, key);
      before = at < 0 ? before + 1 : at;
      this.known.set(key, question);
      if (!place || !met || met.has(key) || !holds(place.scroller, unit.anchor)) continue;
      met.set(key, place);
      const row = rowIn(unit.anchor);
      if (row) this.rows.set(key, row);
    }
  }

  private async readLists(): Promise<void> {
    const closed = this.read().fields.filter(
      ({ unit, question }) => unit.type === 'combo' && question.kind !== 'identity' && !this.lists.has(question.key),
    );
    for (const { question, unit } of closed.slice(0, MOST_LISTS)) {
      if (unit.elements[0]!.isConnected) this.lists.set(question.key, await readList(unit.elements[0]!));
    }
    if (closed.length) this.reading = undefined;
  }

  /** Does something where a question is: it may have to be scrolled to first, and back afterwards. */
  private async at<T>(key: string, act: (field: Field) => Promise<T>): Promise<T | undefined> {
    const here = this.field(key);
    if (here) return act(here);
    const place = this.places.get(key);
    const before = place?.scroller.scrollTop ?? 0;
    const field = await this.seek(key);
    try {
      return field && (await act(field));
    } finally {
      if (place?.scroller.isConnected) await scrollAndSettle(place.scroller, before);
    }
  }

  private async seek(key: string): Promise<Field | undefined> {
    const place = this.places.get(key);
    if (!place?.scroller.isConnected) return undefined;
    await scrollAndSettle(place.scroller, place.top);
    await until(() => {
      this.reading = undefined;
      return this.field(key) !== undefined;
    }, 1_500);
    return this.field(key);
  }

  private async fillHere(field: Field, answer: GivenAnswer, isAskedByPerson: boolean): Promise<FillResult> {
    const { key } = field.question;
    const fresh = (): Field | undefined => this.field(key);
    const { result, filled } = await fillField(field, answer, {
      isTouched: this.watch.touched.has(key),
      isAskedByPerson,
      before: this.filled.get(key),
      fresh,
    });
    if (filled) this.filled.set(key, filled);
    if (filled) this.watch.touched.delete(key);
    return result;
  }

  private keyOf(element: Element): string | undefined {
    const field = this.read().fields.find(({ unit, comment, other }) =>
      [unit, comment, other].some((part) =>
        part?.elements.some(
          (own) => holds(own, element) || (own !== element && part.type === 'combo' && holds(part.anchor, element)),
        ),
      ),
    );
    return field?.question.key;
  }
}
