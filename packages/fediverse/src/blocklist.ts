/** Addresses of whom nothing is taken: `example.net` with the hosts below it, or an account. */
export function blocklist(blocked: readonly string[]): (address: string) => boolean {
  const accounts = new Set(blocked.filter((entry) => entry.includes('://')));
  const hosts = blocked.filter((entry) => !entry.includes('://')).map(hostOf);
  return (address) => {
    if (accounts.has(address)) return true;
    const { hostname, host } = URL.parse(address) ?? { hostname: '', host: '' };
    return hosts.some((entry) => hostname === entry || host === entry || hostname.endsWith(`.${entry}`));
  };
}

/** As addresses have it: `bücher.example` is `xn--bcher-kva.example`. */
const hostOf = (entry: string) => URL.parse(`https://${entry}`)?.host ?? entry;
