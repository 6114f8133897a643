/** What a browser does that matters for signing in: it keeps cookies, and says with what it sends where it comes from. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

type Sent = Record<string, string | undefined>;

/** A page of the server's own in a browser without scripts; its tabs share the cookies. */
export class Browserlike {
  private csrfToken = '';
  /** What the cookie held before the server took it away. */
  signedOutToken = '';

  constructor(
    private readonly url: string,
    readonly cookies = new Map<string, string>(),
  ) {}

  otherTab(): Browserlike {
    return new Browserlike(this.url, this.cookies);
  }

  get(path: string, headers: Sent = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, json: object, headers: Sent = {}): Promise<Answer> {
    return this.send('POST', path, json, headers);
  }

  /** As a page's own form does: no header of a script comes along. */
  async form(path: string, fields: Record<string, string | string[]>, headers: Sent = {}): Promise<Answer> {
    const pairs = Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    const all: Sent = { cookie: this.cookie || undefined, 'sec-fetch-site': 'same-origin', ...headers };
    const given = Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined);
    return this.answer(path, { method: 'POST', headers: given, body: new URLSearchParams(pairs) });
  }

  async send(method: string, path: string, json?: object, headers: Sent = {}): Promise<Answer> {
    const { cookie } = this;
    if (method !== 'GET' && cookie !== '') await this.readToken(cookie);
    const all: Sent = {
      ...(cookie === '' ? {} : { cookie }),
      ...(method === 'GET' || this.csrfToken === '' ? {} : { 'x-csrf-token': this.csrfToken }),
      ...(json ? { 'content-type': 'application/json' } : {}),
      'sec-fetch-site': 'same-origin',
      ...headers,
    };
    const given = Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined);
    const body = json ? { body: JSON.stringify(json) } : {};
    return this.answer(path, { method, headers: given, ...body });
  }

  private get cookie(): string {
    return [...this.cookies]
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  }

  private async answer(path: string, request: RequestInit): Promise<Answer> {
    const response = await fetch(this.url + path, { ...request, redirect: 'manual' });
    this.take(response.headers);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
  }

  private take(headers: Headers): void {
    for (const one of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      if (value === '') this.signedOutToken = this.cookies.get(name) ?? '';
      this.cookies.set(name, value);
    }
  }

  private async readToken(cookie: string): Promise<void> {
    const response = await fetch(`${this.url}/v1/session`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    const { sign_in: signIn } = (await response.json()) as { sign_in?: { csrf_token: string } | null };
    this.csrfToken = signIn?.csrf_token ?? '';
  }
}
