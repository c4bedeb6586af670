import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { toMailHtml } from '../../src/mails/mail-html.ts';
import { issueToken, openToken } from '../../src/tokens.ts';

const sign = (text: string) => createHmac('sha256', 'secret').update(text).digest('base64url');

test('a token is valid for its purpose, its ID and its time alone', () => {
  const token = issueToken(sign, 'confirm', 'a', 1_000);
  expect(openToken(sign, 'confirm', token, 2_000, 1_000)).toEqual({ kind: 'valid', id: 'a', issued: 1_000 });
  expect(openToken(sign, 'confirm', token, 2_001, 1_000)).toEqual({ kind: 'expired' });
  const [, issued, mark] = token.split('.');
  const forged = [
    `b.${issued}.${mark}`,
    `a.zz.${mark}`,
    `a.${issued}.${mark}x`,
    'a',
    '',
    '..',
    `${token}.more`.slice(2),
  ];
  for (const text of forged)
    expect(openToken(sign, 'confirm', text, 1_500, 1_000), text).toEqual({ kind: 'forged' });
  expect(openToken(sign, 'leave', token, 1_500, 1_000)).toEqual({ kind: 'forged' });
});

test.each([
  [
    '<p>a <img src="/media/a.png" srcset="/b 2x" width="1200" height="600" alt="A"></p>',
    'src="https://n.example/media/a.png" width="600" height="300"',
  ],
  ['<span class="math" data-tex="x^2"><math><mi>x</mi></math></span>', '>x^2</code>'],
  [
    '<div class="tabs"><details open><summary>One</summary><p>Text</p></details></div>',
    '<strong>One</strong>',
  ],
  [
    '<video src="/a.mp4" aria-label="A talk" controls></video>',
    '<a href="https://n.example/a.mp4">▶ A talk</a>',
  ],
  [
    '<iframe src="https://video.example/1" title="Talk"></iframe>',
    '<a href="https://video.example/1">Talk</a>',
  ],
  ['<p><input type="checkbox" checked disabled> done</p>', '☑'],
  [
    '<p>a<script>alert(1)</script></p><img src="/plan.svg" alt="Plan">',
    '<a href="https://n.example/plan.svg">Plan</a>',
  ],
])('mails show %s', (html, expected) => {
  const mail = toMailHtml(html, 'https://n.example/post/');
  expect(mail.replace('alt="A" ', '')).toContain(expected);
  expect(mail).not.toMatch(/<(?:script|video|iframe|input|math|details)|class=|srcset/);
});
