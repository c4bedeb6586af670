/** How often a test repeats what has chance or time in it: `npm test` a few times, `TEST_RUNS=all npm test` more often. */
export const runsOf = (few: number, all: number): number => (process.env.TEST_RUNS === 'all' ? all : few);
