/** A line at the bottom of the page: what became of a save, and above it a remark about what was saved. */
const line = document.createElement('p');
line.setAttribute('role', 'status');
line.style.cssText =
  'position:fixed;inset:auto 0 0;z-index:1000;margin:0;padding:.5rem 1rem;background:#222;color:#fff;font:1rem system-ui,sans-serif;white-space:pre-line';
let remark = '';

export function showStatus(text: string, ...more: readonly HTMLElement[]): void {
  line.replaceChildren(remark, text, ...more);
  if (!line.isConnected) document.body.append(line);
}

/** @param text of the last save; empty without one */
export function showRemark(text: string): void {
  remark = text === '' ? '' : `${text}\n`;
  if (text !== '') showStatus('');
}

export function hideStatus(): void {
  if (remark === '') line.remove();
  else showStatus('');
}
