/** What both threads of a build run: what is bundled. */

export { runBuild } from '../run-build.ts';
export { createBuildHelper, listMemory } from './build-helper.ts';
