import { errorOf } from '@candor/client';
import { parse } from 'content-disposition';
import type { Api } from './api.js';
import { randomName } from './api.js';
import { refuseUnauthorized } from './unauthorized.js';

export interface UploadOptions {
  /** From 0 to 1, of what has left this browser. */
  onProgress(share: number): void;
  signal: AbortSignal;
  /** The same for each try at the same upload. */
  repeatKey?: string;
}

/** Posts a form and tells how much of it has gone: `fetch` cannot. Rejects with a `CandorError`, or when it is aborted. */
export function upload(api: Api, path: string, form: FormData, options: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(api.headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('Idempotency-Key', options.repeatKey ?? randomName());
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      options.onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request;
      if (status === 200) {
        resolve(JSON.parse(responseText));
        return;
      }
      if (status === 401) refuseUnauthorized(api.onUnauthorized);
      const headers = { 'x-request-id': request.getResponseHeader('x-request-id') ?? '' };
      void errorOf(new Response(responseText, { status, statusText, headers })).then(reject);
    });
    request.addEventListener('error', () => reject(new TypeError('the connection broke off')));
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    options.signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** Lower case, without its dot; '' for none. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The file declared by its extension: the type that a browser gives it depends on its system. */
export function declared(file: File, types: Readonly<Record<string, string>>): File {
  return new File([file], file.name, { type: types[extensionOf(file.name)] ?? file.type });
}

export interface ReceivedFile {
  name: string;
  content: Blob;
}

/** Gets a file with the name that the server gives it. Rejects with a `CandorError`. */
export async function receive(api: Api, path: string): Promise<ReceivedFile> {
  const response = await fetch(path, { headers: api.headers, credentials: api.credentials });
  if (response.status === 401) refuseUnauthorized(api.onUnauthorized);
  if (!response.ok) throw await errorOf(response);
  return { name: fileName(response.headers.get('content-disposition') ?? ''), content: await response.blob() };
}

/** The name in a Content-Disposition (RFC 6266), without folders; "download" when it names none. */
export function fileName(disposition: string): string {
  const { filename = '' } = parse(disposition).parameters;
  return /[^/\\]*$/.exec(filename)?.[0].trim() || 'download';
}

/** Hands a file to the browser to be kept. */
export function save({ name, content }: ReceivedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
