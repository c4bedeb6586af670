/** What both threads of a build run: what is bundled. */
export { createBuildHelper, listMemory } from './build-helper.ts';
export { runBuild } from './run-build.ts';
