import type { Request, RequestHandler } from 'express';
import { freshCache, openHeaders } from '../../src/core/front/headers.ts';
import { busyError } from '../../src/core/model/errors.ts';
import { findLanguage } from '../../src/core/model/languages.ts';
import { paths } from '../../src/core/model/urls.ts';
import type { Ask } from '../http/ask.ts';
import { isAnswered } from '../http/preconditions.ts';
import { answerOtherMethod } from '../http/read-only.ts';
import { sendError } from '../http/send-error.ts';
import { describePassages, type ReadText } from '../ranked-search/passage-answer.ts';
import {
  maxPassages,
  maxQuestion,
  type PassageQuestion,
  type PassageResult,
} from '../ranked-search/passages.ts';
import type { ContentIndex } from '../release/content-index.ts';

/** The answer without a question: every address that documents name answers. */
const howToAsk = { query: '', found: false, message: 'Ask a question: ?q=…', missing: [], nearest: [] };

/**
 * `GET /wp-json/agentsite/v1/passages?q=…`: up to five quotations for a question, or that there are none. `limit` is one
 * to five, `language` the slug of one. @param callerOf names the queue of a request
 */
export function createPassagesRoute(
  { site, digest }: Pick<ContentIndex, 'site' | 'digest'>,
  ask: Ask<PassageQuestion, PassageResult>,
  callerOf: (request: Request) => string,
  readText: ReadText,
): RequestHandler {
  const etag = `"${digest.slice(0, 16)}"`;
  return async function answerPassages(request, response, next) {
    if (request.path !== paths.passages) return next();
    if (!['GET', 'HEAD'].includes(request.method)) return answerOtherMethod(request, response);
    const { q, limit, language } = request.query;
    const query = typeof q === 'string' ? q.trim().slice(0, maxQuestion) : '';
    if (query === '') return response.set(openHeaders).json(howToAsk);
    const wanted = Math.min(maxPassages, Math.max(1, Math.trunc(Number(limit)) || maxPassages));
    const spoken = typeof language === 'string' ? findLanguage(site, language)?.language : undefined;
    const asked = await ask(
      { query, language: spoken ?? null, limit: wanted },
      { caller: callerOf(request), hasGone: () => response.destroyed },
    );
    if (asked.busy) return sendError(request, response, busyError());
    response.set({ ...openHeaders, 'Cache-Control': freshCache });
    if (isAnswered(request, response, etag)) return;
    return response.json({ query, ...describePassages(site, asked.answer, readText) });
  };
}
