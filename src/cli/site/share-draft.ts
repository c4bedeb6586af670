/**
 * A draft's file with the secret address in its front matter, below `draft: true`; an earlier one is replaced:
 *
 *   draft: true
 *   share: { key: 7Jc…, until: 2026-12-09 }
 */
export function shareDraft(text: string, key: string, until: string): string {
  const end = text.indexOf('\n---', 3);
  const head = text.slice(0, end).replace(/\nshare:.*(?:\n[ \t]+.*)*/, '');
  return (
    head.replace(/^draft:.*$/m, (line) => `${line}\nshare: { key: "${key}", until: ${until} }`) +
    text.slice(end)
  );
}
