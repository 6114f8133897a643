/** Addresses of the pages of one portal, relative to the host. */
export class Addresses {
  readonly base: string;

  constructor(tenantName: string) {
    this.base = `/portal/${encodeURIComponent(tenantName)}`;
  }

  /** The list; what is empty or the first is left out. */
  list({ category = '', query = '', page = 1 }: { category?: string; query?: string; page?: number } = {}): string {
    const parameters = new URLSearchParams();
    if (category !== '') parameters.set('category', category);
    if (query !== '') parameters.set('q', query);
    if (page > 1) parameters.set('page', String(page));
    const text = parameters.toString();
    return text === '' ? this.base : `${this.base}?${text}`;
  }

  update(id: string): string {
    return `${this.base}/updates/${id}`;
  }

  feed(category = ''): string {
    return `${this.base}/feed.atom${category === '' ? '' : `?category=${encodeURIComponent(category)}`}`;
  }

  /** A page about documents; `page` begins with a slash, or is empty. */
  documents(page = ''): string {
    return `${this.base}/documents${page}`;
  }

  action(name: 'subscribe' | 'confirm' | 'preferences' | 'unsubscribe', token = ''): string {
    return `${this.base}/${name}${token === '' ? '' : `?token=${encodeURIComponent(token)}`}`;
  }
}
