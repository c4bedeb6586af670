/**
 * Temporary files of editors and synchronization: Emacs's `.#a.md`, `#a.md#` and `a.md~`, Vim's `.a.md.swp`, Word's
 * `~$a.md`, Syncthing's `~syncthing~a.md.tmp`.
 */
export const isPassing = (name: string): boolean =>
  /^[._]|^~\$|^~syncthing~|^#.*#$|~$/.test(name) || name === 'desktop.ini' || name === 'Thumbs.db';

/** Is it what Syncthing, Dropbox or Nextcloud keeps of a document that was changed in two places? */
export const isConflict = (name: string): boolean =>
  /\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{7})?\.|\([^)]*conflicted copy[^)]*\)/i.test(name);
