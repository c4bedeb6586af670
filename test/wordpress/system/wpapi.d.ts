/** What the tests use of wpapi, which comes without types. */
declare module 'wpapi' {
  interface WpRequest {
    id(id: number): WpRequest;
    slug(slug: string): WpRequest;
    search(text: string): WpRequest;
    page(page: number): WpRequest;
    perPage(count: number): WpRequest;
    embed(): WpRequest;
    param(name: string, value: string): WpRequest;
    get(): Promise<unknown>;
  }
  interface WpSite {
    posts(): WpRequest;
    pages(): WpRequest;
    talks(): WpRequest;
    recipes(): WpRequest;
    walks(): WpRequest;
    comments(): WpRequest;
    media(): WpRequest;
  }
  const WPAPI: {
    discover(url: string): Promise<WpSite>;
    /** With the routes of an index instead of discovering them. */
    new (options: { endpoint: string; routes: unknown }): WpSite;
  };
  export default WPAPI;
}
