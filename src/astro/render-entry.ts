import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

// An error of a component is thrown. Astro would render the error page instead, and lose the error.
app.renderError = async (request, { error, status }) => {
  throw error ?? new Error(`${new URL(request.url).pathname} was rendered with status ${status}`);
};

/** Renders a page of the theme. @param address absolute; @param locals value of `Astro.locals` */
export function renderPage(address: string, locals: App.Locals): Promise<Response> {
  return app.render(new Request(address), { locals, addCookieHeader: false });
}
