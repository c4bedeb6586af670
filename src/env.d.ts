/// <reference types="astro/client" />

declare namespace App {
  /** What pages are rendered from; the build, the development server and the sidecar's form pass it in. */
  interface Locals {
    /** The layout fills it in for a page of the owner's own. */
    site: import('./core/model/site.ts').Site;
    /** The page to show, for the route of all pages. */
    readonly page?: import('./core/pages/pages.ts').Page;
    /** The text of the document that the page shows; null where it has none, or a locked one. */
    readonly body?: import('./core/model/document.ts').Body | null;
    /** What the contact form shows; the sidecar decides it for each request. */
    readonly contact?: import('./core/contact/page.ts').ContactPage;
  }
}

/** Attributes of WebMCP, which describe a form to agents in the browser. */
declare namespace astroHTML.JSX {
  interface FormHTMLAttributes {
    toolname?: string;
    tooldescription?: string;
  }
  interface InputHTMLAttributes {
    toolparamdescription?: string;
  }
  interface SelectHTMLAttributes {
    toolparamdescription?: string;
  }
  interface TextareaHTMLAttributes {
    toolparamdescription?: string;
  }
}

declare module 'virtual:agentsite/shared-render' {
  export const openShared: typeof import('./astro/shared-render.ts').openShared | null;
}

declare module 'virtual:agentsite/site' {
  /** The settings of the site, for pages of its owner; those of the theme have them in `Astro.locals`. */
  export const site: import('./core/model/site.ts').Site;
}

declare module 'virtual:agentsite/places/*' {
  const Place: typeof import('./components/place.astro').default;
  export default Place;
}

declare module 'virtual:agentsite/styles';

declare module 'virtual:agentsite/own-fonts' {
  /** Tokens of fonts that the owner's styles set: the theme's font is then not loaded ahead of time. */
  export const ownFonts: readonly string[];
}
