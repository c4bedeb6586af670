import { expect, onTestFinished, test } from 'vitest';
import { Responses } from '../../src/responses.ts';
import { startAccountSite } from '../helpers/account-site.ts';
import { dialects, startDialect } from '../helpers/dialects.ts';

const as = 'https://www.w3.org/ns/activitystreams';

test.each(dialects)(
  '$name follows, gets a post with a signature, answers, likes, boosts and takes it back',
  async (dialect) => {
    const [site, server] = await Promise.all([startAccountSite(), startDialect(dialect)]);
    onTestFinished(async () => {
      await site.stop();
      server.stop();
    });
    const { actor, url } = server;
    const inbox = `${site.url}/_plugins/fediverse/inbox`;
    await site.run('announce');
    const follow = { id: `${url}/follows/1`, type: 'Follow', actor, object: site.actor };
    expect(await server.send(inbox, follow)).toBe(202);
    await site.release({ 7: { content: '<p>One</p>' } });
    await site.run('announce');
    await site.run('deliver');
    expect(server.received.map(({ type }) => type).sort()).toEqual(['Accept', 'Create']);
    expect(server.received.find(({ type }) => type === 'Accept')?.object).toMatchObject({
      id: follow.id,
      type: 'Follow',
    });
    const object = `${site.url}/_plugins/fediverse/objects/7`;
    expect(server.received.find(({ type }) => type === 'Create')).toMatchObject({
      actor: site.actor,
      object: { id: object },
    });

    const note = {
      id: `${url}/notes/1`,
      type: 'Note',
      attributedTo: actor,
      inReplyTo: object,
      // One or many, by name or by address: servers differ.
      to: dialect.name === 'Pleroma' ? [site.actor] : [as],
      cc: dialect.name === 'Pleroma' ? 'as:Public' : [`${as}#Public`, `${actor}/followers`],
      url:
        dialect.name === 'Misskey'
          ? undefined
          : [{ type: 'Link', mediaType: 'text/html', href: `${url}/@ada/1` }],
      content:
        '<p><span class="h-card"><a href="https://notes.example.org/">@<span>blog</span></a></span> Good.</p>',
      contentMap: { en: '<p>Good.</p>' },
      source: { content: 'Good.', mediaType: 'text/markdown' },
      published: '2026-11-28T10:00:00.000Z',
      tag: [{ type: 'Mention', href: site.actor, name: '@blog' }],
      attachment: [],
      sensitive: false,
      interactionPolicy: { canReply: { always: [`${as}#Public`] } },
    };
    expect(await server.send(inbox, { id: `${url}/notes/1/activity`, type: 'Create', object: note })).toBe(
      202,
    );
    const like = {
      id: `${url}/likes/1`,
      type: 'Like',
      object,
      ...(dialect.name === 'Misskey' ? { content: '⭐', _misskey_reaction: '⭐' } : {}),
    };
    const boost = {
      id: `${url}/boosts/1`,
      type: 'Announce',
      object,
      to: [`${as}#Public`],
      published: '2026-11-28T11:00:00Z',
    };
    for (const one of [like, boost]) expect(await server.send(inbox, one)).toBe(202);
    const said = async () =>
      (await new Responses(site.store).all()).map(({ type, url: address }) => `${type} ${address}`);
    const page = dialect.name === 'Misskey' ? `${url}/notes/1` : `${url}/@ada/1`;
    expect(await said()).toEqual([`comment ${page}`, `like ${actor}`, `repost ${actor}`]);

    for (const one of [like, boost])
      await server.send(inbox, { id: `${one.id}/undo`, type: 'Undo', object: { ...one, actor } });
    const tombstone =
      dialect.name === 'Misskey' ? note.id : { id: note.id, type: 'Tombstone', atomUri: note.id };
    expect(await server.send(inbox, { id: `${note.id}#delete`, type: 'Delete', object: tombstone })).toBe(
      202,
    );
    expect(await said()).toEqual([]);
    expect(await server.send(inbox, { id: `${url}/undo/follow`, type: 'Undo', object: follow })).toBe(202);
    expect(await (await fetch(`${site.actor}/followers`)).json()).toMatchObject({ totalItems: 0 });
    // No context of another server was fetched.
    expect(server.asked.filter((path) => path.includes('schemas'))).toEqual([]);
  },
);
