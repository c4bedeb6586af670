/** What the engine loads for sites with the setting `editor` (`EditorAddOn` of `agentsite/content`). */
export { createDevEditor } from './dev-editor.ts';
export { editorFiles } from './editor-files.ts';
