import { describe, expect, it, onTestFinished } from 'vitest';
import {
  changeComments,
  readStoredComments,
  type StoredComment,
} from '../../../../src/content/compile/stored-comments.ts';
import { ContentProject, post } from '../../../../test/helpers/content-project.ts';
import { type ReceivedMention, storeMentions } from '../../src/receive.ts';
import { applySites, readSites, writeSites } from '../../src/sites.ts';

const mention = (id: number, words: string, more: Partial<ReceivedMention> = {}): ReceivedMention => ({
  'wm-id': id,
  'wm-source': 'https://reader.example/reply',
  'wm-target': 'https://notes.example.org/hello/',
  'wm-property': 'in-reply-to',
  'wm-received': '2026-07-05T09:00:00Z',
  author: { name: 'Ada' },
  url: 'https://reader.example/reply',
  published: null,
  content: { text: words, html: null },
  status: 'waiting',
  first: 1,
  ...more,
});

async function open() {
  const project = new ContentProject({ 'content/posts/hello.md': post('Text.', 'id: 137\n') });
  onTestFinished(() => project.remove());
  const { library, ...loaded } = await project.load();
  loaded.close();
  const read = () => readStoredComments(project.root).get(137) ?? [];
  return {
    root: project.root,
    read,
    store: (one: ReceivedMention) =>
      storeMentions(project.root, library, [one], 'content/comments/_mentions.yaml'),
    set: (change: (one: StoredComment) => StoredComment | undefined) =>
      changeComments(project.root, 137, (list) => list.flatMap((one) => change(one) ?? [])),
    states: () => read().map(({ text, status = 'shown' }) => [text, status]),
  };
}

const shown = ({ status: _, ...rest }: StoredComment): StoredComment => rest;
const hidden = (one: StoredComment): StoredComment => ({ ...one, status: 'hidden' });

describe('a mention of the endpoint', () => {
  it('waits, keeps what the owner decided, waits again when what is shown has changed, and is withdrawn', async () => {
    const { store, set, states } = await open();
    store(mention(1, 'One.'));
    expect(states()).toEqual([['One.', 'waiting']]);
    set(shown);
    store(mention(2, 'One.'));
    expect(states()).toEqual([['One.', 'shown']]);
    store(mention(3, 'Two.'));
    expect(states()).toEqual([['Two.', 'waiting']]);
    store(mention(4, 'Three.', { status: 'approved' }));
    expect(states()).toEqual([['Three.', 'shown']]);
    store(mention(5, '', { status: 'gone', content: null }));
    expect(states()).toEqual([]);
  });

  it('stays hidden when it changes, and deleted when the owner deleted it', async () => {
    const { store, set, states } = await open();
    store(mention(1, 'One.'));
    set(hidden);
    store(mention(2, 'Two.', { status: 'approved' }));
    expect(states()).toEqual([['Two.', 'hidden']]);
    set(() => undefined);
    store(mention(3, 'Three.', { status: 'approved' }));
    expect(states()).toEqual([]);
    store(mention(4, 'Another one.', { first: 4, 'wm-source': 'https://reader.example/other' }));
    expect(states()).toEqual([['Another one.', 'waiting']]);
  });

  it('is the one that a service had received before', async () => {
    const { root, store, states } = await open();
    const old = {
      url: 'https://reader.example/reply',
      name: 'Ada',
      date: '2026-01-04T08:00:00',
      text: 'One.',
    };
    changeComments(root, 137, () => [old]);
    store(mention(1, 'One.'));
    expect(states()).toEqual([['One.', 'shown']]);
  });
});

describe('approved and blocked sites', () => {
  it('decide about everything that was received of a host, or of an account', async () => {
    const { root, read } = await open();
    const of = (url: string, more: object = {}) => ({
      date: '2026-01-04T08:00:00',
      url,
      via: 'bluesky',
      ...more,
    });
    const waiting = { status: 'waiting' as const };
    changeComments(root, 137, () => [
      of('https://bsky.app/profile/ada.example', waiting),
      of('https://bsky.app/profile/ada.example.evil.example', waiting),
      of('https://social.spam.example/@bo', { via: 'fediverse' }),
      of('https://notspam.example/', { via: 'webmention', ...waiting }),
      of('https://spam.example/', { via: 'mail' }),
    ]);
    writeSites(root, { approved: ['bsky.app/profile/ada.example'], blocked: ['spam.example'] });
    applySites(root, readSites(root));
    expect(read().map(({ status = 'shown' }) => status)).toEqual([
      'shown',
      'waiting',
      'hidden',
      'waiting',
      'shown',
    ]);
  });
});
