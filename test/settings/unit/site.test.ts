import { describe, expect, it } from 'vitest';
import { siteSchema } from '../../../src/core/model/site.ts';

const settings = {
  title: 'Field notes',
  description: 'Notes.',
  url: 'https://notes.example.org',
  owner: { name: 'Ada', slug: 'ada' },
};

describe('the language of a site', () => {
  const messageOf = (language: string) =>
    siteSchema.safeParse({ ...settings, language }).error?.issues.map(({ message }) => message);

  it('is a tag that dates can be written in', () => {
    for (const language of ['en', 'pt-BR', 'zh-Hant', 'de-CH-1996'])
      expect(messageOf(language)).toBeUndefined();
    expect(messageOf('english language')).toEqual([
      '"english language" is not a language tag such as en or pt-BR',
    ]);
    expect(messageOf('')).toHaveLength(1);
  });

  it('written as a terminal writes it is answered with the tag', () => {
    expect(messageOf('en_GB.UTF-8')).toEqual([
      '"en_GB.UTF-8" is not a language tag such as en or pt-BR; did you mean "en-GB"?',
    ]);
  });
});
