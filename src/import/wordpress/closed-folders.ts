import { readFileSync } from 'node:fs';

/**
 * Folders of a copy of the uploads whose files readers of the old site could not load by their addresses: downloads that
 * a shop sells, what visitors sent with forms, logs and backups. Plugins close them with an `.htaccess`, which a copy may
 * lack, and which servers other than Apache do not read, so that their names count as well.
 */
const closedName = new RegExp(
  `^(?:${[
    'woocommerce_uploads|wc-logs|edd|dlm_uploads|_?pda|mepr|memberpress|pmpro\\w*|s2member\\S*|wishlist-?member\\S*',
    '(?:wp)?cf7\\S*|cfdb7\\S*|gravity_forms|wpforms|nf-?\\S*uploads|ninja-forms|forminator|fluentforms?|formidable|caldera\\S*|everest_forms\\S*',
    '(?:\\S*[-_])?(?:backups?|logs?|private|protected|restricted|submissions)(?:[-_]\\S*)?|backwpup\\S*|updraft\\S*|wp-?clone\\S*|wp-migrate-db',
  ].join('|')})$`,
  'i',
);

/** Rules for some files alone, such as programs, don't close a folder. */
const fileRules = /<(Files(?:Match)?)\b[\s\S]*?<\/\1>/gi;
const denial = /^\s*(?:deny\s+from\s+all|require\s+all\s+denied)\s*$/im;

/** Does an `.htaccess` keep readers out of its folder? */
export const closesFolder = (htaccess: string): boolean =>
  denial.test(readFileSync(htaccess, 'utf8').replace(fileRules, ''));

/**
 * The closed folder that a file is in; null where its address was open.
 * @param path below the folder of uploads
 * @param closed folders with a rule that closes them, empty for that of uploads itself
 */
export function closedFolderOf(path: string, closed: ReadonlySet<string>): string | null {
  if (closed.has('')) return '/';
  const parts = path.split('/').slice(0, -1);
  const at = parts.findIndex(
    (part, index) => closedName.test(part) || closed.has(parts.slice(0, index + 1).join('/')),
  );
  return at < 0 ? null : `${parts.slice(0, at + 1).join('/')}/`;
}
