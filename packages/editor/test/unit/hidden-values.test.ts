import { describe, expect, it } from 'vitest';
import { hideValues, restoreValues } from '../../src/proposals/hidden-values.ts';

const path = 'content/posts/locked.md';

describe('what software may not read', () => {
  it.each([
    ['plain', 'password: open sesame'],
    ['quoted', 'password: "open sesame"'],
    ['folded', 'password: >-\n  open\n  sesame'],
    ['a block', 'password: |\n  open sesame'],
    ['in braces', 'share: { key: open sesame, until: 2026-01-02 }'],
    ['below', 'share:\n  key: open sesame\n  until: 2026-01-02'],
    ['in capitals', 'Password: open sesame'],
    ['a key in quotes', '"password": open sesame'],
  ])('is hidden, and comes back to the byte: %s', (_, yaml) => {
    const text = `---\ntitle: Plan\n${yaml}\ntags: [a]\n---\n\nWords.\n`;
    const shown = hideValues(path, text);
    expect(shown).not.toContain('sesame');
    expect(restoreValues(path, shown, text)).toBe(text);
    expect(restoreValues(path, shown.replace('Words', 'Others'), text)).toBe(text.replace('Words', 'Others'));
  });

  it('stays where it was', () => {
    const text = '---\ntitle: Plan\npassword: open sesame\n---\n\nWords.\n';
    for (const moved of ['title: __hidden__', 'fields: { password: __hidden__ }', 'password: a __hidden__'])
      expect(restoreValues(path, `---\n${moved}\n---\n`, text), moved).toBeNull();
    expect(restoreValues('content/posts/other.md', '---\npassword: __hidden__\n---\n', null)).toBeNull();
  });

  it('has the addresses of those who comment, and YAML that cannot be read', () => {
    const list = '- name: Kim\n  email: kim@example.org\n  text: Hello\n';
    expect(hideValues('content/comments/7.yaml', list)).toBe(
      '- name: Kim\n  email: __hidden__\n  text: Hello\n',
    );
    expect(hideValues(path, '---\npassword: "open sesame\n---\n')).not.toContain('sesame');
  });
});
