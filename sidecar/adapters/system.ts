import { randomBytes } from 'node:crypto';
import type { Clock, Entropy } from '../contact/ports.ts';

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** The machine's chance. */
export const systemEntropy: Entropy = { bytes: randomBytes, fraction: Math.random };
