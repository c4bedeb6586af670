import { decodeHTML } from 'entities';
import { decodePercent } from '../plan/names.ts';
import { playerAddress } from '../stored-text/embeds.ts';

const written = /\s(?:href|src|poster|data-[\w-]*)=(?:"([^"<>]*)"|'([^'<>]*)')|url\(["']?([^"'()<>]+)/gi;
const file =
  /\.(?:png|jpe?g|gif|webp|avif|svg|mp3|m4a|ogg|wav|flac|mp4|webm|mov|pdf|docx?|xlsx?|pptx?|zip|epub)$/i;

/**
 * Addresses of files and other sites in stored HTML that other content lacks. Files are compared by name: the original
 * replaces its resized images.
 * @param isOwn is it an address of the site itself? Those change.
 */
export function missingAddresses(stored: string, shown: string, isOwn: (url: string) => boolean): string[] {
  const text = plain(shown);
  const found = new Set<string>();
  for (const [, double, single, style] of stored.matchAll(written)) {
    const url = decodeHTML(double ?? single ?? style ?? '').trim();
    const path = url.replace(/[?#].*$/, '');
    const name = file.test(path) ? plain(path.slice(path.lastIndexOf('/') + 1)) : null;
    const sought =
      name ?? (/^https?:\/\/\w/.test(url) && !isOwn(url) && playerAddress(url) === null ? plain(path) : null);
    if (sought !== null && !text.includes(sought)) found.add(url);
  }
  return [...found];
}

/** Without protocol, escapes, image sizes and trailing slashes. */
const plain = (text: string): string =>
  decodeHTML(text)
    .replace(/(?:%[\da-f]{2})+/gi, decodePercent)
    .normalize('NFC')
    .toLowerCase()
    .replace(/https?:\/\/(?:www\.)?|\\/g, '')
    .replace(/(?:-\d{1,5}x\d{1,5}|-scaled|-e\d{10,14}){1,3}(?=\.\w)/g, '')
    .replace(/\/{1,3}(?=$|[\s)>"\]])/g, '');
