/**
 * Compares the installed Astro with the tested range, `~7.3.5`: the same minor version, from that patch on.
 * @param installed version; null where Astro is not installed
 * @returns what to do; null where the version is in the range
 */
export function adviseOnAstro(installed: string | null, range: string): string | null {
  const tested = range.replace(/^[~^]/, '');
  const install = `npm install astro@~${tested}`;
  if (installed === null) return `Astro is not installed, which builds need: ${install}.`;
  const [major, minor, patch = 0] = tested.split('.').map(Number);
  const [isMajor, isMinor, isPatch = 0] = installed.split('-')[0]?.split('.').map(Number) ?? [];
  if (isMajor === major && isMinor === minor && isPatch >= patch && !installed.includes('-')) return null;
  return `Astro ${installed} is installed, but this version of Agentsite was tested with ~${tested}: ${install}.`;
}
