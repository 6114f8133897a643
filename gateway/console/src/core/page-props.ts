/** What every page of the console is given. */
export interface PageProps {
  /** Values of the parameters in the page's path. */
  params: Record<string, string>;
}
