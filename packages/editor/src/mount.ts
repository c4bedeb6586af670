import type { Mount } from 'agentsite/plugin';

/** `/edit/`: files of a build for a site at a Git host, and the editor of the dev server. */
const mount: Mount = {
  files: async (root, library) => (await import('./editor-files.ts')).editorFiles(root, library),
  serve: async (...given) => (await import('./dev-editor.ts')).createDevEditor(...given),
};

export default mount;
