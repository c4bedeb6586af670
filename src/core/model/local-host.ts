/** Does the name stand for the machine that asks? No one else reaches a site there. */
export function isLocalHost(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$|\.localhost$/.test(hostname);
}

/** Does the base URL of a site lead only the owner to it? */
export function isLocalUrl(url: string): boolean {
  return isLocalHost(new URL(url).hostname);
}

export const describeLocalUrl = (url: string): string =>
  `url: ${url} sends readers to their own machine; set it to the address of the site before you publish.`;
