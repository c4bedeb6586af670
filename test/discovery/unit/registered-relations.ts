/**
 * Link relations registered with IANA (https://www.iana.org/assignments/link-relations/), as far as sites and
 * interfaces use them. `sitemap`, `home`, `mcp`, `agent-skills` and `ai-catalog` are seen in the wild and are
 * not registered.
 */
const registeredRelations: ReadonlySet<string> = new Set(
  (
    'about alternate api-catalog appendix archives author bookmark canonical chapter cite-as collection contents ' +
    'copyright create-form current deprecation describedby describes disclosure duplicate edit edit-form enclosure ' +
    'external first glossary help hosts hub icon index item last latest-version license linkset manifest me memento ' +
    'next next-archive original payment predecessor-version prev preview previous prev-archive privacy-policy ' +
    'profile publication related replies search section self service service-desc service-doc service-meta start ' +
    'status stylesheet subsection successor-version sunset tag terms-of-service type up version-history via ' +
    'working-copy working-copy-of'
  ).split(' '),
);

/** A registered name, or an extension relation: an absolute URI (RFC 8288, section 2.1.2). */
export function isRelation(relation: string): boolean {
  return registeredRelations.has(relation) || URL.canParse(relation);
}
