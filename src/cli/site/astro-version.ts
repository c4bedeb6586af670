/** What to do if the installed Astro (null: none) is not of the tested range, `~7.3.5`; null if it is. */
export function adviseOnAstro(installed: string | null, range: string): string | null {
  const tested = range.replace(/^[~^]/, '');
  const install = `npm install astro@~${tested}`;
  if (installed === null) return `Astro is not installed, which builds need: ${install}.`;
  const [major, minor, patch = 0] = tested.split('.').map(Number);
  const [isMajor, isMinor, isPatch = 0] = installed.split('-')[0]?.split('.').map(Number) ?? [];
  if (isMajor === major && isMinor === minor && isPatch >= patch && !installed.includes('-')) return null;
  return `Astro ${installed} is installed, but this version of Agentsite was tested with ~${tested}: ${install}.`;
}
