import { registerHooks } from 'node:module';
import { extname } from 'node:path';

/** `node --import` of this file runs the contract suite on Node's own test runner. */
const runner = new URL(`./node-runner${extname(import.meta.filename)}`, import.meta.url).href;

registerHooks({
  resolve: (name, context, next) =>
    name === 'vitest' ? { url: runner, shortCircuit: true } : next(name, context),
});
