/** Work that is asked for by name: the same name is the same question. */
export type Ask<Request, Answer> = (request: Request) => Promise<Answer>;

interface Turn<Answer> {
  /** Those who came while it ran share the next one, which begins when this one ends. */
  next: Promise<Answer> | undefined;
  done: Promise<unknown>;
}

/**
 * Asks at most once at a time for each name. Who comes while a question is under way does not get its answer, which may be
 * older than their call, but shares one new question with all who come meanwhile: every answer was begun after it was asked
 * for. Under load many calls of one key cost one question.
 */
export function coalesce<Request, Answer>(
  nameOf: (request: Request) => string,
  ask: Ask<Request, Answer>,
): Ask<Request, Answer> {
  const turns = new Map<string, Turn<Answer>>();

  const begin = (name: string, request: Request): Promise<Answer> => {
    const answer = ask(request);
    const turn: Turn<Answer> = { next: undefined, done: answer };
    turns.set(name, turn);
    const end = (): void => {
      if (turns.get(name) === turn && turn.next === undefined) turns.delete(name);
    };
    answer.then(end, end);
    return answer;
  };

  return (request) => {
    const name = nameOf(request);
    const running = turns.get(name);
    if (!running) return begin(name, request);
    running.next ??= running.done.then(
      () => begin(name, request),
      () => begin(name, request),
    );
    return running.next;
  };
}
