/** Something that the site publishes for software; `surfaces.ts` lists those of the engine. */
export interface Surface {
  readonly path: string;
  readonly title: string;
  /** Media type as served, with parameters. */
  readonly type: string;
  readonly description: string;
  /** Registered relation (IANA) from any page to this document; absent when pages do not point to it. */
  readonly relation?: string;
  /** Does the Link header of every response carry the relation? The head of pages always does. */
  readonly inHeader?: true;
  /** Places in the API catalog: under which of its anchors, by which registered relation. */
  readonly catalog?: readonly CatalogPlace[];
  /** Entry of the AI catalog; absent when it has none. */
  readonly aiCatalog?: AiCatalogPlace;
  /** Linked in 404 documents. */
  readonly onNotFound?: true;
  /** Listed in llms.txt, next to the addresses with which it begins. */
  readonly inLlms?: true;
  /** Response headers of its own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Answered by the sidecar rather than by a file. */
  readonly dynamic?: true;
  /** What is different where a host serves files only. */
  readonly asFile?: Partial<Surface>;
}

/** `catalog` lists the interfaces themselves; the others say what belongs to one of them. */
export interface CatalogPlace {
  readonly anchor: 'catalog' | 'site' | 'wp' | 'mcp' | 'contact';
  readonly relation: string;
}

interface AiCatalogPlace {
  /** The entry's identifier below the host: a namespace and a name, of letters, digits and hyphens. */
  readonly name: string;
  /** Media type of the document, one that Agentic Resource Discovery names. */
  readonly type: string;
  /** Two to five things that people ask for and that this answers. */
  readonly queries: readonly string[];
}
