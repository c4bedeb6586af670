/** Link relations that are registered (https://www.iana.org/assignments/link-relations/). */
const registered: ReadonlySet<string> = new Set(
  `about acl alternate amphtml api-catalog appendix apple-touch-icon apple-touch-startup-image archives author
blocked-by bookmark c2pa-manifest canonical chapter cite-as collection compression-dictionary contents convertedfrom copyright
create-form current deprecation describedby describes disclosure dns-prefetch duplicate edit edit-form edit-media
enclosure external first geofeed glossary help hosts hub ice-server icon index intervalafter intervalbefore
intervalcontains intervaldisjoint intervalduring intervalequals intervalfinishedby intervalfinishes intervalin
intervalmeets intervalmetby intervaloverlappedby intervaloverlaps intervalstartedby intervalstarts item last
latest-version license linkset lrdd manifest mask-icon me media-feed memento micropub modulepreload monitor
monitor-group next next-archive nofollow noopener noreferrer opener openid2.local_id openid2.provider original
p3pv1 payment pingback preconnect predecessor-version prefetch preload prerender prev prev-archive preview previous
privacy-policy profile publication related replies restconf ruleinput search section self service service-desc
service-doc service-meta sip-trunking-capability sponsored start status stylesheet subsection successor-version
sunset tag terms-of-service timegate timemap type ugc up version-history via webmention working-copy
working-copy-of`.split(/\s+/),
);

/** Relations that clients of today read although they are not registered. */
const known: ReadonlySet<string> = new Set(['sitemap', 'ai-catalog', 'shortlink', 'home']);

/** A relation that a reader can look up: registered, an absolute URI, or in use. */
export function isKnownRelation(relation: string): boolean {
  return registered.has(relation) || known.has(relation) || /^[a-z][a-z0-9+.-]*:/i.test(relation);
}
