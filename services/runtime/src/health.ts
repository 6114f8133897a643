/** What a process needs to do its work. `check` rejects or returns false when it is out of reach. */
export interface Dependency {
  name: string;
  check(): Promise<boolean>;
}

export interface Readiness {
  ready: boolean;
  dependencies: { name: string; ready: boolean }[];
}

/** Asks every dependency at once; one that does not answer in `timeoutMs` counts as out. */
export async function readiness(dependencies: readonly Dependency[], timeoutMs = 2000): Promise<Readiness> {
  const states = await Promise.all(
    dependencies.map(async ({ name, check }) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), timeoutMs);
      });
      const ready = await Promise.race([check().catch(() => false), late]);
      clearTimeout(timer);
      return { name, ready };
    }),
  );
  return { ready: states.every((state) => state.ready), dependencies: states };
}
