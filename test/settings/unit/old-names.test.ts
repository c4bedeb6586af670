import { expect, it } from 'vitest';
import { wordsOf } from '../../../src/core/languages/words.ts';
import { checkSettings } from '../../../src/settings/read-site.ts';

/** Settings that were renamed: the old spelling still works. */

const settings = {
  title: 'Field notes',
  description: 'Notes.',
  url: 'https://notes.example.org',
  owner: { name: 'Ada', slug: 'ada' },
};
const read = (more: object) => checkSettings({ ...settings, ...more }, {}, 'site.ts');

it('pictures is the old name of images', () => {
  const images = { originals: true, copyright: true, captions: false };
  expect(read({ pictures: images }).images).toEqual(images);
  expect(read({ pictures: images })).toEqual(read({ images }));
  expect(read({ pictures: { originals: true } }).images).toEqual({ ...images, copyright: false });
  expect(read({}).images).toEqual({ originals: false, copyright: false, captions: false });
});

it('contactFaults is the old name of contactErrors among the words', () => {
  const site = read({ words: { 'contactFaults.required': 'Missing.', by: 'From' } });
  expect(wordsOf(site).words.contactErrors.required).toBe('Missing.');
  expect(wordsOf(site).words.by).toBe('From');
});

it('words that had the text of another one are its old names; the new name wins', () => {
  const { words } = wordsOf(
    read({
      words: { talks: 'Speaking', allPages: 'All', 'mail.subjectLabel': 'Re', 'contact.subject': 'About' },
    }),
  );
  expect(words.kinds.talk).toBe('Speaking');
  expect(words.contact.subject).toBe('About');
  expect(() => read({ words: { talk: 'Speaking' } })).toThrow('the nearest is');
});

it('a problem of a setting under its old name is reported there', () => {
  expect(() => read({ pictures: { original: true } })).toThrow(/pictures.*original/s);
  expect(() => read({ pictures: {}, images: {} })).toThrow(/pictures.*old name of images/s);
});
