/**
 * Milliseconds that native work under way is given to end. A run of a model takes tens of them, opening the models a second; on a
 * busy machine ten times that.
 */
const DRAIN_MS = 30_000;
const CHECK_MS = 10;
const INSIDE = 0;
const CLOSED = 1;

/**
 * Native code of the models, as the two sides of a thread see it. A thread that is ended inside of native code takes the whole
 * process with it, so its owner shuts the gate, waits until nobody is inside, and ends the thread only then.
 */
export class NativeGate {
  private readonly state: Int32Array;

  /** `shared`: from the other side's `shared`; absent: a gate of one's own. */
  constructor(readonly shared = new SharedArrayBuffer(8)) {
    this.state = new Int32Array(shared);
  }

  /** Runs native work inside of the gate. Throws when it is shut. */
  async through<T>(work: () => Promise<T>): Promise<T> {
    Atomics.add(this.state, INSIDE, 1);
    try {
      if (Atomics.load(this.state, CLOSED) === 1) throw new Error('the answering thread is being ended');
      return await work();
    } finally {
      Atomics.sub(this.state, INSIDE, 1);
    }
  }

  /** Lets nobody in any more and waits for those inside. Who is still there at the end is stuck in a loop, outside of native code. */
  async shut(): Promise<void> {
    Atomics.store(this.state, CLOSED, 1);
    const until = performance.now() + DRAIN_MS;
    while (Atomics.load(this.state, INSIDE) > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  }
}
