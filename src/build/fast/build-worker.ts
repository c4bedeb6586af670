import { answerTasks } from '../../threads/answer-tasks.ts';
import { loadBuild } from './load-build.ts';

/** The other thread of a build, as `build-thread.ts` starts it: the same code, also where that is a bundle. */
const { code } = await loadBuild();
answerTasks(code.createBuildHelper(), code.listMemory);
