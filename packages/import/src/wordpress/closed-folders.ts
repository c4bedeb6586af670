import { readFileSync } from 'node:fs';

/**
 * Folders in a copy of the uploads that were not public: downloads for sale, form uploads, logs and backups. Plugins
 * close them with an `.htaccess`, which a copy may lack and only Apache reads, so their names count too.
 */
const closedName = new RegExp(
  `^(?:${[
    'woocommerce_uploads|wc-logs|edd|dlm_uploads|_?pda|mepr|memberpress|pmpro\\S*|s2member\\S*|wishlist-?member\\S*',
    '(?:wp)?cf7\\S*|cfdb7\\S*|gravity_forms|wpforms|nf-?\\S*uploads|ninja-forms|forminator|fluentforms?|formidable|caldera\\S*|everest_forms\\S*',
    'wp-personal-data-exports|wpall(?:im|ex)port|wpo_wcpdf\\S*|wc-exports?|civicrm|metform\\S*|ws-?forms?|\\S*[-_]uploads',
    'sucuri|ithemes-security|duplicator\\S*|wpvivid\\S*|download-manager-files',
    '(?:\\S*[-_])?(?:backups?|logs?|private|protected|restricted|submissions)(?:[-_]\\S*)?|backwpup\\S*|updraft\\S*|wp-?clone\\S*|wp-migrate-db',
  ].join('|')})$`,
  'i',
);

/** Rules for some files only don't close a folder. */
const fileRules = /<(Files(?:Match)?)\b[\s\S]*?<\/\1>/gi;
const denial = /^\s*(?:deny\s+from\s+all|require\s+all\s+denied)\s*$/im;

export const closesFolder = (htaccess: string): boolean =>
  denial.test(readFileSync(htaccess, 'utf8').replace(fileRules, ''));

/** The closed folder that contains a file; null if it was public. @param closed empty for the uploads folder itself */
export function closedFolderOf(path: string, closed: ReadonlySet<string>): string | null {
  if (closed.has('')) return '/';
  const parts = path.split('/').slice(0, -1);
  const at = parts.findIndex(
    (part, index) => closedName.test(part) || closed.has(parts.slice(0, index + 1).join('/')),
  );
  return at < 0 ? null : `${parts.slice(0, at + 1).join('/')}/`;
}
