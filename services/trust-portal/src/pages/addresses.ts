export interface AddressOptions {
  /** The portal is asked under a domain of its own, whose root it is. */
  ownDomain?: boolean;
  /** The front page is no list of updates, which has a page of its own. */
  overview?: boolean;
  /** Of the preview that is open. */
  preview?: string | undefined;
}

/** Pages beside the updates and what subscribers do. */
export type PortalPage = 'faq' | 'ask' | 'subprocessors';

/** Addresses of the pages of one portal, relative to the host. */
export class Addresses {
  readonly base: string;

  constructor(
    tenantName: string,
    private readonly options: AddressOptions = {},
  ) {
    this.base = options.ownDomain === true ? '' : `/portal/${encodeURIComponent(tenantName)}`;
  }

  /** Below which a visitor's session is sent: all of this portal, and no other. */
  get cookiePath(): string {
    return this.base === '' ? '/' : this.base;
  }

  /** The front page. */
  home(): string {
    return this.to('');
  }

  /** The list of updates; what is empty or the first is left out. */
  list({ category = '', query = '', page = 1 }: { category?: string; query?: string; page?: number } = {}): string {
    const found = { category, q: query, page: page > 1 ? String(page) : '' };
    return this.to(this.options.overview === true ? '/updates' : '', found);
  }

  update(id: string): string {
    return this.to(`/updates/${id}`);
  }

  feed(category = '', form: 'atom' | 'json' = 'atom'): string {
    return this.to(`/feed.${form}`, { category });
  }

  subprocessorFeed(form: 'atom' | 'json'): string {
    return this.to(`/subprocessors/feed.${form}`);
  }

  page(name: PortalPage): string {
    return this.to(`/${name}`);
  }

  /** Published questions; those with the words of the query, or from the page on. */
  faq({ query = '', page = 1 }: { query?: string; page?: number } = {}): string {
    return this.to('/faq', { q: query, page: page > 1 ? String(page) : '' });
  }

  /** A page about documents; `page` begins with a slash, or is empty. */
  documents(page = '', parameters: { document?: string; reason?: string } = {}): string {
    return this.to(`/documents${page}`, parameters);
  }

  action(name: 'subscribe' | 'confirm' | 'preferences' | 'unsubscribe', token = ''): string {
    return this.to(`/${name}`, { token });
  }

  private to(path: string, parameters: Record<string, string> = {}): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...parameters, preview: this.options.preview ?? '' }))
      if (value !== '') query.set(name, value);
    const asked = query.size === 0 ? '' : `?${query.toString()}`;
    return `${this.base}${path}` === '' ? `/${asked}` : `${this.base}${path}${asked}`;
  }
}
