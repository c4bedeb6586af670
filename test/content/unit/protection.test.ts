import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { shareDraft } from '../../../src/cli/site/share-draft.ts';
import { lockBody } from '../../../src/content/read/protection.ts';
import type { Document, LockedBody } from '../../../src/core/model/document.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));

/** As the browser does it. */
async function open({ iterations, salt, iv, data }: LockedBody, password: string): Promise<string> {
  const material = await webcrypto.subtle.importKey('raw', Buffer.from(password), 'PBKDF2', false, [
    'deriveKey',
  ]);
  const key = await webcrypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  );
  const plain = await webcrypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes(iv) }, key, bytes(data));
  return new TextDecoder().decode(plain);
}

describe('a locked body', () => {
  const place = 'https://a.example/talk/';

  it('opens with its password, and is the same in each build', async () => {
    const locked = lockBody('<p>Text</p>', 'lantern', place);
    expect(await open(locked, 'lantern')).toBe('<p>Text</p>');
    await expect(open(locked, 'lanterns')).rejects.toThrow();
    expect(lockBody('<p>Text</p>', 'lantern', place)).toEqual(locked);
  });

  it('has a salt of its own for each site, page and password', () => {
    const salts = [
      lockBody('x', 'lantern', place),
      lockBody('x', 'lantern', 'https://b.example/talk/'),
      lockBody('x', 'lantern', 'https://a.example/other/'),
      lockBody('x', 'lamp', place),
    ].map(({ salt }) => salt);
    expect(new Set(salts).size).toBe(4);
    expect(lockBody('y', 'lantern', place).salt).toBe(salts[0]);
  });
});

describe('a shared draft', () => {
  const draft = '---\ntitle: Plan\ndraft: true\ndate: 2026-01-01\n---\nText\n';
  const key = 'abcdefghijklmnopqrstuvwx';

  it('has a secret address until its last day, when a build is due that removes it', async () => {
    const project = new ContentProject({ 'content/posts/plan.md': shareDraft(draft, key, '2026-12-01') });
    const before = await project.load('2026-11-21T12:00:00');
    before.close();
    expect(before.library.documents).toEqual([]);
    expect(before.library.unlisted?.map(({ path, sharedUntil }) => [path, sharedUntil])).toEqual([
      [`/_shared/${key}/`, '2026-12-01T00:00:00'],
    ]);
    expect(before.report).toMatchObject({ drafts: 1, scheduled: 0, nextDueGmt: '2026-11-30T23:00:00' });
    const after = await project.load('2026-12-01T00:00:00');
    after.close();
    expect(after.library.unlisted).toBeUndefined();
    expect(after.report.nextDueGmt).toBeNull();
    project.remove();
  });

  it('gets a new address instead of the old one when it is shared again', () => {
    const once = shareDraft(draft, key, '2026-12-01');
    const twice = shareDraft(once, 'zyxwvutsrqponmlkjihgfedc', '2026-12-24');
    expect(once).toContain(`draft: true\nshare: { key: "${key}", until: 2026-12-01 }\ndate:`);
    expect(twice.match(/share:/g)).toHaveLength(1);
    expect(twice).not.toContain(key);
    expect(twice.endsWith('---\nText\n')).toBe(true);
  });
});

describe('a protected document', () => {
  let project: ContentProject;
  afterEach(() => project.remove());

  async function load(file: string, front: string, url = testSite.url): Promise<Document | undefined> {
    project = new ContentProject({
      [file]: `---\ntitle: Title\ndate: 2026-01-02\npassword: lantern\ndescription: canary summary\n${front}---\nText\n`,
    });
    const loaded = await project.load(undefined, { ...testSite, url });
    loaded.close();
    return loaded.library.documents[0];
  }

  it('that is a talk says where it was and what it shows only in the encrypted text', async () => {
    const talk = await load(
      'content/talks/a.md',
      'event: canary & event\nlocation: /canary and place\nslides: https://example.org/canary-slides\nvideo: /canary-video/\n',
    );
    expect(JSON.stringify(talk)).not.toContain('canary');
    expect(talk?.locked && (await open(talk.locked, 'lantern'))).toBe(
      '<dl class="facts"><div><dt>Event</dt><dd>canary &amp; event</dd></div><div><dt>Location</dt><dd>/canary and place</dd></div>' +
        '<div><dt>Slides</dt><dd><a href="https://example.org/canary-slides"><bdi dir="ltr">example.org</bdi></a></dd></div>' +
        '<div><dt>Recording</dt><dd><a href="/canary-video/"><bdi dir="ltr">/canary-video/</bdi></a></dd></div></dl>\n<p>Text</p>\n',
    );
  });

  it('contains its photos and videos as they are published elsewhere', async () => {
    const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/media', name));
    project = new ContentProject({
      'content/posts/a.md': post('![a](a.heic) [b](b.mp4)', 'password: lantern\n'),
      'content/posts/a.heic': fixture('phone.heic'),
      'content/posts/b.mp4': fixture('clip.mp4'),
    });
    const loaded = await project.load();
    loaded.close();
    const locked = loaded.library.documents[0]?.locked;
    const html = locked ? await open(locked, 'lantern') : '';
    const files = [...html.matchAll(/"data:([\w/]+);base64,([^"]+)"/g)];
    expect(files.map(([, type]) => type)).toEqual(['image/jpeg', 'video/mp4']);
    for (const [, , data = ''] of files)
      expect(Buffer.from(data, 'base64').toString('latin1')).not.toMatch(/CANARY|GPS|51\.5/);
  });

  it('that is a plugin entry likewise', async () => {
    const plugin = await load(
      'content/plugins/a.md',
      'repository: https://example.org/canary\nversion: "canary 1"\nlicense: canary\nhomepage: https://canary.example/\n',
    );
    expect(JSON.stringify(plugin)).not.toContain('canary');
  });

  it('has another salt on another site', async () => {
    const here = await load('content/posts/a.md', '');
    project.remove();
    const there = await load('content/posts/a.md', '', 'https://other.example');
    expect(here?.locked?.salt).not.toBe(there?.locked?.salt);
  });
});
