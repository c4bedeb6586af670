import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { type OpenRelease, OpenReleases } from '../../../sidecar/release/open-releases.ts';

/** Releases that note what happens to them, in `events`. */
function createReleases() {
  const events: string[] = [];
  const open = (digest: string): OpenRelease => ({
    digest,
    folder: `/releases/${digest}`,
    url: 'https://example.org',
    answer: () => void events.push(`${digest} answers`),
    close: () => void events.push(`${digest} closes`),
  });
  return { events, open };
}

/** Sends a request. @returns its response, which the test ends */
function request(releases: OpenReleases): EventEmitter {
  const response = new EventEmitter();
  releases.listener({} as IncomingMessage, response as ServerResponse);
  return response;
}

it('a release stays open until its last request is answered, while the next one answers new requests', () => {
  const { events, open } = createReleases();
  const releases = new OpenReleases(open('one'));
  const [first, second] = [request(releases), request(releases)];
  releases.replace(open('two'));
  request(releases);
  expect(releases.current.digest).toBe('two');
  first.emit('close');
  expect(events).toEqual(['one answers', 'one answers', 'two answers']);
  second.emit('close');
  expect(events.at(-1)).toBe('one closes');
});

it('a release without requests closes as soon as it is replaced, and the last one at the end', () => {
  const { events, open } = createReleases();
  const releases = new OpenReleases(open('one'));
  releases.replace(open('two'));
  expect(events).toEqual(['one closes']);
  releases.close();
  expect(events).toEqual(['one closes', 'two closes']);
});
