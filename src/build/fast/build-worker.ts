import { answerTasks } from '../../threads/answer-tasks.ts';
import { createBuildHelper, listMemory } from './build-helper.ts';

/** The other thread of a build, as `build-thread.ts` starts it. */
answerTasks(createBuildHelper(), listMemory);
