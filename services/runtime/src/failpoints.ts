/**
 * Named points between two writes, or between a write and its message, at which a test can stop or kill the process. In
 * production nothing is armed and passing one costs a look into an empty map.
 */

/** What happens at an armed point; the passing code waits for it. */
export type FailpointAction = () => void | Promise<void>;

interface Armed {
  /** Passings before the action. */
  skip: number;
  action: FailpointAction;
}

const armed = new Map<string, Armed>();

/** Passes a point. Names say what has just been done: "upload.file_stored". */
export async function failpoint(name: string): Promise<void> {
  if (armed.size === 0) return;
  const point = armed.get(name);
  if (!point || point.skip-- > 0) return;
  armed.delete(name);
  await point.action();
}

/** Arms a point for one action, after `skip` passings; the returned function disarms it. */
export function armFailpoint(name: string, action: FailpointAction, skip = 0): () => void {
  const point = { skip, action };
  armed.set(name, point);
  return () => {
    if (armed.get(name) === point) armed.delete(name);
  };
}

/** Arms what the configuration names: "name" or "name:skip", separated by commas. The process ends there as by kill -9. */
export function armKills(specification: string): void {
  for (const part of specification.split(',').filter(Boolean)) {
    const [name = '', skip] = part.split(':');
    armFailpoint(name, () => kill(), Number(skip ?? 0));
  }
}

function kill(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  // Nothing after the point may run while the signal is on its way.
  return new Promise(() => undefined);
}
