import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

/**
 * Renders one page of the theme; in a build and in development.
 * @param address absolute; its path chooses the route
 * @param locals what `Astro.locals` holds
 */
export function renderPage(address: string, locals: App.Locals): Promise<Response> {
  return app.render(new Request(address), { locals, addCookieHeader: false });
}
