import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMoment } from '../../../../src/core/model/dates.ts';
import { cleanSlug, fileStem, safeUploadPath } from '../../src/model/names.ts';
import { inferPermalink } from '../../src/plan/plan-permalink.ts';
import { readPhpValue } from '../../src/wordpress/php-values.ts';
import { inferTimeZone, writeDate } from '../../src/wordpress/time-zone.ts';

describe('names for the disk', () => {
  it.each([
    '../../etc/evil.png',
    '2020/..%2f..%2fevil.png',
    '%2e%2e/evil.png',
    'C:\\evil.png',
    '/etc/passwd',
    'a/.htaccess',
    'shell.php',
    'a\u0000.png',
    'a//b.png',
    `${'x'.repeat(300)}.png`,
  ])('refuse %j as a path of a file', (path) => expect(safeUploadPath(path)).toBeNull());

  it('keep an honest path, accents composed', () => {
    expect(safeUploadPath('2024/01/skizze-gro\u0308ße.png')).toBe('2024/01/skizze-größe.png');
  });

  it('hold no character that changes a path, whatever a slug says', () => {
    fc.assert(
      fc.property(fc.string(), (slug) => {
        const stem = fileStem(cleanSlug(slug));
        expect(stem).not.toMatch(/[/\\\p{Cc}]|^\.|^$/u);
        expect(Buffer.byteLength(stem)).toBeLessThan(200);
      }),
    );
    expect(fileStem('con')).toBe('con-');
  });
});

describe('values of PHP', () => {
  it('lists and maps are plain data, also where line ends changed the lengths', () => {
    expect(readPhpValue('a:2:{s:5:"width";i:1600;s:4:"file";s:9:"bench.jpg";}')).toEqual({
      width: 1600,
      file: 'bench.jpg',
    });
    expect(readPhpValue('a:1:{i:0;s:4:"a\nb";}')).toEqual(['a\nb']);
  });

  it('an object is never made, and a name like any other stays one', () => {
    expect(readPhpValue('O:8:"stdClass":0:{}')).toBeUndefined();
    const read = readPhpValue('a:1:{s:9:"__proto__";i:1;}');
    expect(Object.keys(read as object)).toEqual(['__proto__']);
    expect(readPhpValue(`${'a:1:{i:0;'.repeat(40)}N;${'}'.repeat(40)}`)).toBeUndefined();
  });
});

const linked = (path: string, slug: string, id: number, date = '2019-03-10 02:30:00') => ({
  path,
  slug,
  id,
  date,
  category: 'garden/soil',
  author: 'ed',
});

describe('what an export does not say', () => {
  it.each([
    [
      '/{year}/{month}/{slug}/',
      linked('/2019/03/a/', 'a', 1),
      linked('/2020/11/b/', 'b', 2, '2020-11-01 00:00:00'),
    ],
    ['/blog/{slug}/', linked('/blog/a/', 'a', 1), linked('/blog/b/', 'b', 2)],
    ['/archives/{id}/', linked('/archives/1/', 'a', 1), linked('/archives/2/', 'b', 2)],
    ['/{category}/{slug}/', linked('/garden/soil/a/', 'a', 1), linked('/garden/soil/b/', 'b', 2)],
    [
      '/{year}/{month}/{day}/{slug}/',
      linked('/2019/03/10/a/', 'a', 1),
      linked('/2020/11/01/b/', 'b', 2, '2020-11-01 00:00:00'),
    ],
  ])('the pattern of addresses: %s', (pattern, ...posts) => {
    expect(inferPermalink(posts)).toBe(pattern);
  });

  it('the time zone, from the distances of its dates', () => {
    const moments = [
      { date: '2020-01-01 12:00:00', dateGmt: '2020-01-01 17:00:00' },
      { date: '2020-07-01 12:00:00', dateGmt: '2020-07-01 16:00:00' },
    ];
    expect(inferTimeZone(moments)).toBe('America/New_York');
    expect(inferTimeZone([{ date: '2020-01-01 12:00:00', dateGmt: '0000-00-00 00:00:00' }])).toBeNull();
  });

  it('a date is written on the site’s clock where that says the same moment, else with its own offset', () => {
    const zone = 'America/New_York';
    expect(writeDate({ date: '2020-01-01 12:00:00', dateGmt: '2020-01-01 17:00:00' }, zone)).toBe(
      '2020-01-01T12:00:00',
    );
    expect(writeDate({ date: '2009-11-01 01:30:00', dateGmt: '2009-11-01 06:30:00' }, zone)).toBe(
      '2009-11-01T01:30:00-05:00',
    );
    // A time in the hour that the clock skipped: WordPress answers 03:30, as the site does.
    expect(writeDate({ date: '2019-03-10 02:30:00', dateGmt: '2019-03-10 07:30:00' }, zone)).toBe(
      '2019-03-10T02:30:00',
    );
    expect(parseMoment('2019-03-10T02:30:00', zone)?.local).toBe('2019-03-10T03:30:00');
  });
});
