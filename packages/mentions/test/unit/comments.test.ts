import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { commentedPath, commentLink } from '../../../../src/core/contact/comment-link.ts';
import { renderContactMail } from '../../../../src/core/contact/mail.ts';
import { siteSchema } from '../../../../src/core/model/site.ts';
import { testSite } from '../../../../test/helpers/content-project.ts';
import { readMail } from '../../src/read-mail.ts';

const withComments = (comments: object, more: object = {}) =>
  siteSchema.safeParse({ ...testSite, ...more, connect: { comments } });
const linkOf = (comments: object, more: object = {}) => {
  const { data } = withComments(comments, more);
  return data ? commentLink('/über/a-post/', data) : undefined;
};

async function saveMail(text: string, headers: object): Promise<Uint8Array> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail({ ...headers, to: 'owner@notes.example.org', text });
  return message as Buffer;
}

describe('comments without another service', () => {
  it('link to the contact form or a mail with a subject that names the page', () => {
    const subject = 'subject=Comment%20on%20%2F%25C3%25BCber%2Fa-post%2F';
    expect(linkOf({ service: 'contact' })).toBe(`/contact/?${subject}`);
    expect(linkOf({ service: 'contact' }, { deploy: 'static', sidecar: 'https://api.example' })).toBe(
      `https://api.example/contact/?${subject}`,
    );
    expect(linkOf({ service: 'mail', address: 'me@example.org' })).toBe(`mailto:me@example.org?${subject}`);
    expect(commentLink('/a/', testSite)).toBeNull();
  });

  it('need a contact form, or mail', () => {
    const { error } = withComments({ service: 'contact' }, { deploy: 'static' });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "must be 'mail': with deploy: 'static' there is no contact form",
    ]);
  });

  it.each([
    ['[Field notes] Comment on /a-post/', '/a-post/'],
    ['Re: Kommentar zu /de/%C3%BCber/a/', '/de/über/a/'],
    ['/a-post/へのコメント', '/a-post/'],
    ['Comment on /', '/'],
    ['Hello', null],
  ])('find the page in the subject %j', (subject, path) => {
    expect(commentedPath(subject)).toBe(path);
  });

  it('are read from the mail of the contact form: the message, not the block below it', async () => {
    const message = 'Good *post*.\n\n> quoted\n\nBye';
    const mail = renderContactMail(
      { name: 'Zoë Ünal', email: 'zoe@example.org', subject: 'Comment on /a-post/', message },
      { mailSite: testSite, channel: 'form', delivery: '0f3c' },
    );
    const { subject, replyTo, text } = mail;
    const bytes = await saveMail(text, {
      from: 'site@notes.example.org',
      subject,
      replyTo,
      date: new Date(0),
    });
    expect(await readMail(bytes, testSite.url)).toEqual({
      path: '/a-post/',
      name: 'Zoë Ünal',
      date: '1970-01-01T00:00:00.000Z',
      text: message,
    });
  });

  it('are read from a mail of a reader, without the signature, and from one in HTML', async () => {
    const from = { name: 'Bo', address: 'bo@example.org' };
    const subject = 'Comment on /a-post/';
    const plain = await saveMail('Nice.\r\n-- \r\nBo, +49 1234', { from, subject });
    expect(await readMail(plain, testSite.url)).toMatchObject({
      path: '/a-post/',
      name: 'Bo',
      text: 'Nice.',
    });
    const html = Buffer.from(
      'From: Bo <bo@example.org>\nSubject: Comment on /a-post/\nContent-Type: text/html\n\n<p>Very <b>nice</b>.</p>',
    );
    expect((await readMail(html, testSite.url)).text).toContain('Very **nice**.');
  });
});
