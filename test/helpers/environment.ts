/**
 * What a process that a test starts has of this one's environment: programs, a home, where temporary folders go, and
 * the folder of code that was compiled before, which every Node reads and adds to. Nothing of the test runner's.
 */
export const plainEnvironment: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
