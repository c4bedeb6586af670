import { ProtocolError } from '@modelcontextprotocol/server';
import { busyError } from '../../../src/core/model/errors.ts';
import type { Ask } from '../../http/ask.ts';
import { rateLimited } from '../status.ts';

/** The queue of all searches of the endpoint, whose own budget limits each caller. */
const caller = 'mcp';

/** A search that waits in the queue, and fails with the error of a spent budget while that is full. */
export function createQueued<Question, Answer>(
  ask: Ask<Question, Answer>,
): (question: Question) => Promise<Answer> {
  return async function search(question) {
    const asked = await ask(question, { caller, hasGone: () => false });
    if (!asked.busy) return asked.answer;
    const { message, data } = busyError();
    throw new ProtocolError(rateLimited, message, { retry_after: data.retry_after });
  };
}
