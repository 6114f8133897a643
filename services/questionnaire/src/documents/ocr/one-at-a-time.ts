/** Gives turns one after the other: OCR takes a core and hundreds of megabytes, so that one document at a time has it. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn. What it gives ends the turn, also one that has not come yet; twice is once. */
  take(): { come: Promise<void>; end: () => void } {
    const before = this.#last;
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    this.#last = before.then(() => over);
    return { come: before, end };
  }
}
