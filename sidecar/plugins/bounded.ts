/** Milliseconds that a plugin may take to open, and to answer; and that a job may run. */
export const patience = 30_000;
export const jobPatience = 600_000;

/** What a plugin does, or a failure when it takes too long. */
export async function bounded<Value>(work: () => Value | Promise<Value>, limit = patience): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const message = `it took longer than ${limit / 1000} seconds`;
  const timer = setTimeout(() => late.reject(new Error(message)), limit);
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
