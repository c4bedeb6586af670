import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../src/core/text/slug.ts';

describe('a slug', () => {
  it.each([
    ['हिन्दी की किताब', 'हिन्दी-की-किताब'],
    ['ร้านน้ำชา ที่นี่', 'ร้านน้ำชา-ที่นี่'],
    ['বাংলা ভাষা', 'বাংলা-ভাষা'],
    ['தமிழ் இலக்கியம்', 'தமிழ்-இலக்கியம்'],
    ['മലയാളം', 'മലയാളം'],
    ['مُحَمَّد', 'مُحَمَّد'],
    ['x̄ and ȳ', 'x̄-and-ȳ'],
  ])('keeps the marks of %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug.normalize('NFC'));
  });

  it('is composed, however the name is written', () => {
    expect(slugOf('Tiếng Việt'.normalize('NFD'))).toBe('tiếng-việt'.normalize('NFC'));
    expect(slugOf('İstanbul')).toBe('istanbul');
  });

  it('has no joiners, which nobody sees, and no marks of emoji', () => {
    expect(slugOf('ශ්\u200dරී ලංකා')).toBe('ශ්රී-ලංකා');
    expect(slugOf('می\u200cخواهم')).toBe('می-خواهم');
    expect(slugOf('❤️ Letters 1️⃣')).toBe('letters-1');
  });

  it('of signs alone is their code points, so two of them never meet', () => {
    expect(slugOf('🪁')).toBe('u1fa81');
    expect(slugOf('+++')).not.toBe(slugOf('---'));
    expect(slugOf('  ')).toBe('');
  });

  it('of letters is as it always was', () => {
    expect(slugOf('Über "Otters": a note!')).toBe('über-otters-a-note');
    expect(slugOf('C++ & C#')).toBe('c-c');
    expect(slugOf('国際会議 2026')).toBe('国際会議-2026');
  });

  it('is cut between characters where names of files end', () => {
    expect(slugOf('हिन्दी', 10)).toBe('हि');
    expect(slugOf('ab cd', 3)).toBe('ab');
  });
});
