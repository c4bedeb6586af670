import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

// A component that fails throws its own error. Astro would render the error page in its place, and lose the error.
app.renderError = async (request, { error, status }) => {
  throw error ?? new Error(`${new URL(request.url).pathname} was rendered with status ${status}`);
};

/**
 * Renders one page of the theme; in a build and in development.
 * @param address absolute; its path chooses the route
 * @param locals what `Astro.locals` holds
 */
export function renderPage(address: string, locals: App.Locals): Promise<Response> {
  return app.render(new Request(address), { locals, addCookieHeader: false });
}
