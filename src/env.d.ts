/// <reference types="astro/client" />

/** Resolved by `src/publish/integration.ts` to the one running instance of `page-source.ts`. */
declare module 'agentsite:pages' {
  export * from './publish/page-source.ts';
}
