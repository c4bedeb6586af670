export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return (first?.segment ?? '').toLocaleUpperCase();
}

/** An SVG image of a letter on a colored background. */
export function writeIcon(letter: string, shape: 'square' | 'circle'): string {
  const radius = shape === 'circle' ? 32 : 12;
  const shown = letter.replace(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="${radius}" fill="#1f5f8b"/>
  <text x="32" y="34" fill="#fff" font-family="Georgia, serif" font-size="36" text-anchor="middle" dominant-baseline="middle">${shown}</text>
</svg>
`;
}
