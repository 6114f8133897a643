/** The URL of a built file beside this one: threads and processes run from dist, also when this code runs from src. */
export function builtModule(name: string): URL {
  return new URL(`./${name}`, import.meta.url.replace('/src/', '/dist/'));
}
