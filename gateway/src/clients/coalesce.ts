/** Work that is asked for by name: the same name is the same question. */
export type Ask<Request, Answer> = (request: Request) => Promise<Answer>;

interface Turn<Answer> {
  /** Whether the question is on its way: who comes from now on may not have its answer. */
  isAsked: boolean;
  answer: Promise<Answer>;
  /** Those who came while it ran share the next one, which begins when this one ends. */
  next: Promise<Answer> | undefined;
}

/**
 * Asks at most once at a time for each name. Who comes while a question is under way does not get its answer, which may be
 * older than their call, but shares one new question with all who come meanwhile: every answer was begun after it was asked
 * for. A question leaves at the end of the event loop's turn, so that calls which came by several connections at once, or
 * which the answer before set free, make one question and not two. Under load many calls of one key cost one question.
 */
export function coalesce<Request, Answer>(
  nameOf: (request: Request) => string,
  ask: Ask<Request, Answer>,
): Ask<Request, Answer> {
  const turns = new Map<string, Turn<Answer>>();

  const begin = (name: string, request: Request): Turn<Answer> => {
    const turn: Turn<Answer> = {
      isAsked: false,
      next: undefined,
      answer: endOfTurn().then(() => {
        turn.isAsked = true;
        return ask(request);
      }),
    };
    turns.set(name, turn);
    const end = (): void => {
      if (turns.get(name) === turn && turn.next === undefined) turns.delete(name);
    };
    turn.answer.then(end, end);
    return turn;
  };

  return (request) => {
    const name = nameOf(request);
    const turn = turns.get(name);
    if (!turn) return begin(name, request).answer;
    if (!turn.isAsked) return turn.answer;
    const begun = (): Promise<Answer> => begin(name, request).answer;
    turn.next ??= turn.answer.then(begun, begun);
    return turn.next;
  };
}

const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
