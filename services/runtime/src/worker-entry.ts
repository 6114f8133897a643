/**
 * The file that a worker thread or child process starts from. Run from source (under the test runner), it is the built
 * file of the same package: Node cannot start a thread from TypeScript.
 * `from` is the caller's `import.meta.url`; `file` is relative to it and ends in ".js".
 */
export function workerEntry(from: string, file: string): URL {
  const url = new URL(file, from);
  if (from.endsWith('.ts')) url.pathname = url.pathname.replace('/src/', '/dist/');
  return url;
}
