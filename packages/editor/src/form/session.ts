/** Where Sveltia keeps who is signed in. */
export const userKey = 'sveltia-cms.user';
/** What it keeps and sends as its token on an own server: the session is in a cookie that scripts can't read. */
export const sessionWord = 'session';
