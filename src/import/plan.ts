import { reservedBy } from '../core/model/urls.ts';
import type { Losses, LossPlace } from './losses.ts';
import { cleanSlug, decodePercent, fileStem, slugFromText } from './names.ts';
import { fillPermalink, inferPermalink, type LinkedPost } from './permalinks.ts';
import { plainWords } from './plain-words.ts';
import type { PlannedAuthor } from './plan-authors.ts';
import type { PlannedKind } from './plan-kinds.ts';
import type { PlannedTerms } from './plan-terms.ts';
import type { Survey, SurveyedDocument } from './survey.ts';

/** Where a document goes, and at which address it will be. */
export interface PlannedDocument {
  readonly source: SurveyedDocument;
  /** `post`, `page`, or a kind that the site declares. */
  readonly kind: string;
  /** Null where the document has to do without the number that it had. */
  readonly id: number | null;
  readonly slug: string;
  readonly path: string;
  /** True when neither pattern nor folder gives the path: the file has to say it. */
  readonly ownPath: boolean;
  readonly file: string;
  /** Decoded path on the old site; empty where it had none. */
  readonly oldPath: string;
  readonly draft: boolean;
  /** Do anonymous readers reach it, once it is dated? */
  readonly public: boolean;
}

export interface DocumentPlan {
  /** By {@link keyOf} of the item; a document that is not carried over is not in it. */
  readonly documents: ReadonlyMap<string, PlannedDocument>;
  readonly byId: ReadonlyMap<number, PlannedDocument>;
  /** Pattern of posts' addresses. */
  readonly permalink: string;
}

export interface PlanInput {
  readonly survey: Survey;
  readonly terms: PlannedTerms;
  readonly authors: readonly PlannedAuthor[];
  /** Decoded path of an address of the old site; null for one of another site or with a query. */
  readonly pathOf: (link: string) => string | null;
  /** Types of documents, beside posts and pages, that readers could see. */
  readonly publicTypes: ReadonlySet<string>;
  readonly kinds: ReadonlyMap<string, PlannedKind>;
  readonly losses: Losses;
}

export function planDocuments(input: PlanInput): DocumentPlan {
  const { survey, losses } = input;
  const kept = survey.documents.filter((source) => {
    if (source.status === 'trash' || source.status === 'auto-draft')
      losses.add(
        'trash-left',
        placeOf(source),
        plainWords(source.title),
        'It was in the bin, and is not imported.',
      );
    return source.status !== 'trash' && source.status !== 'auto-draft';
  });
  const permalink = usablePattern(
    inferPermalink(kept.filter(isPublishedPost).map((source) => linkedPost(source, input))),
  );
  return new Planner(input, kept, permalink ?? '/{slug}/').plan();
}

const isPublishedPost = ({ type, status }: SurveyedDocument): boolean =>
  type === 'post' && status === 'publish';

/** A pattern that the site can have. */
function usablePattern(pattern: string | null): string | null {
  if (pattern === null || reservedBy(pattern.replace(/\{\w+\}/g, 'x'))) return null;
  return /^\/(?:[^/]+\/)+$/.test(pattern) && /\{(?:slug|id)\}/.test(pattern) ? pattern : null;
}

export const placeOf = (source: SurveyedDocument, file = ''): LossPlace => ({
  id: source.id,
  title: plainWords(source.title),
  address: source.link,
  file,
});

function linkedPost(
  source: SurveyedDocument,
  { terms, authors, pathOf }: Pick<PlanInput, 'terms' | 'authors' | 'pathOf'>,
): LinkedPost {
  return {
    path: pathOf(source.link) ?? '',
    slug: cleanSlug(source.slug),
    id: source.id,
    date: source.date,
    category: categoryPath(source, terms),
    author: authors.find(({ login }) => login === source.creator)?.slug ?? '',
  };
}

/** WordPress puts the category with the lowest number into an address, below those above it. */
function categoryPath({ categories }: SurveyedDocument, terms: PlannedTerms): string {
  const own = categories
    .map((slug) => terms.slugs.get(`category:${slug}`))
    .map((slug) => terms.categories.find((term) => term.slug === slug))
    .filter((term) => term !== undefined)
    .sort((a, b) => (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER));
  return own[0] ? terms.ancestry(own[0].slug).join('/') : '';
}

class Planner {
  private readonly input: PlanInput;
  private readonly sources: readonly SurveyedDocument[];
  private readonly permalink: string;
  private readonly documents = new Map<string, PlannedDocument>();
  private readonly byId = new Map<number, PlannedDocument>();
  private readonly sourceById = new Map<number, SurveyedDocument>();
  private readonly idTaken = new Set<number>();
  private readonly pathTaken = new Map<string, SurveyedDocument>();
  private readonly fileTaken = new Set<string>();
  private readonly planning = new Set<string>();

  constructor(input: PlanInput, sources: readonly SurveyedDocument[], permalink: string) {
    this.input = input;
    this.sources = sources;
    this.permalink = permalink;
    for (const source of sources)
      if (source.id !== null && !this.sourceById.has(source.id)) this.sourceById.set(source.id, source);
  }

  plan(): DocumentPlan {
    // Published documents choose their addresses first.
    const shown = this.sources.filter(({ status }) => status === 'publish' || status === 'future');
    for (const source of [...shown, ...this.sources]) this.planOne(source);
    return { documents: this.documents, byId: this.byId, permalink: this.permalink };
  }

  private planOne(source: SurveyedDocument): PlannedDocument {
    const known = this.documents.get(source.key);
    if (known) return known;
    this.planning.add(source.key);
    const own = this.input.kinds.get(source.type);
    const planned =
      source.type === 'post'
        ? this.planPost(source)
        : own
          ? this.planOwn(source, own)
          : this.planPage(source);
    this.planning.delete(source.key);
    this.documents.set(source.key, planned);
    if (planned.id !== null) this.byId.set(planned.id, planned);
    return planned;
  }

  private planPost(source: SurveyedDocument): PlannedDocument {
    const slug = this.slugOf(source);
    const oldPath = this.oldPathOf(source);
    const linked = { ...linkedPost(source, this.input), slug, path: oldPath };
    const filled = fillPermalink(this.permalink, linked).replace(/\/{2,}/g, '/');
    const date =
      /^\d{4}-\d\d-\d\d/.test(source.date) && !source.date.startsWith('0000')
        ? `${source.date.slice(0, 10)}-`
        : '';
    return this.finish(source, 'post', slug, filled, oldPath, `content/posts/${date}${fileStem(slug)}`);
  }

  /** A document of a kind that the site declares. */
  private planOwn(source: SurveyedDocument, kind: PlannedKind): PlannedDocument {
    const slug = this.slugOf(source);
    const oldPath = this.oldPathOf(source);
    const above = kind.hierarchical ? this.parentOf(source) : null;
    const parent = above?.kind === kind.name ? above : null;
    const linked = { ...linkedPost(source, this.input), slug, path: oldPath };
    const path = parent ? `${parent.path}${slug}/` : fillPermalink(kind.permalink, linked);
    const folder = parent ? parent.file.replace(/\.md$/, '') : `content/${kind.folder}`;
    return this.finish(source, kind.name, slug, path, oldPath, `${folder}/${fileStem(slug)}`);
  }

  private planPage(source: SurveyedDocument): PlannedDocument {
    const oldPath = this.oldPathOf(source);
    if (oldPath === '/' && source.type === 'page') {
      return this.finish(source, 'page', this.slugOf(source), '/', oldPath, 'content/pages/index');
    }
    const slug = this.slugOf(source);
    const parent = this.parentOf(source);
    if (parent) {
      return this.finish(
        source,
        'page',
        slug,
        `${parent.path}${slug}/`,
        oldPath,
        `${parent.file.replace(/(?:\/index)?\.md$/, '')}/${fileStem(slug)}`,
      );
    }
    if (source.type === 'page')
      return this.finish(source, 'page', slug, `/${slug}/`, oldPath, `content/pages/${fileStem(slug)}`);
    const folder = oldPath
      .split('/')
      .slice(1, -2)
      .map(cleanSlug)
      .filter((part) => part !== '');
    const folders = folder.length > 0 ? folder : [cleanSlug(source.type) || 'other'];
    return this.finish(
      source,
      'page',
      slug,
      `/${[...folders, slug].join('/')}/`,
      oldPath,
      `content/pages/${[...folders.map(fileStem), fileStem(slug)].join('/')}`,
    );
  }

  private parentOf(source: SurveyedDocument): PlannedDocument | null {
    if (source.parent === 0) return null;
    const parent = this.sourceById.get(source.parent);
    const { losses } = this.input;
    if (!parent || parent.type === 'post' || parent === source) {
      losses.add(
        'parent-changed',
        placeOf(source),
        `parent ${source.parent} is not in the file`,
        'It stands on top. Import all files of the export together, or move the file.',
      );
      return null;
    }
    if (this.planning.has(parent.key)) {
      losses.add(
        'parent-changed',
        placeOf(source),
        `${source.id} and ${parent.id} stand below each other`,
        'The circle is cut here.',
      );
      return null;
    }
    const planned = this.planOne(parent);
    return planned.path === '/' ? null : planned;
  }

  private finish(
    source: SurveyedDocument,
    kind: PlannedDocument['kind'],
    slug: string,
    wanted: string,
    oldPath: string,
    stem: string,
  ): PlannedDocument {
    const keepsOld = oldPath !== '' && oldPath !== wanted && isUsable(oldPath);
    const path = this.claimPath(source, keepsOld ? oldPath : wanted);
    const ownPath = path !== wanted && path !== '/';
    const file = this.claimFile(stem, source);
    const draft = source.status !== 'publish' && source.status !== 'future';
    return {
      source,
      kind,
      id: this.claimId(source),
      slug,
      path,
      ownPath,
      file,
      oldPath,
      draft: draft || this.isHiddenType(source),
      public: source.status === 'publish' && !this.isHiddenType(source),
    };
  }

  private isHiddenType({ type }: SurveyedDocument): boolean {
    return type !== 'post' && type !== 'page' && !this.input.publicTypes.has(type);
  }

  private slugOf(source: SurveyedDocument): string {
    const written = source.slug.replace(/__trashed(?:-\d+)?$/, '');
    const slug = cleanSlug(written);
    if (slug !== '' && slug !== decodePercent(written).normalize('NFC'))
      this.input.losses.add(
        'slug-changed',
        placeOf(source),
        `"${written}" is "${slug}" here`,
        'A slug cannot hold what the old one held.',
      );
    if (slug !== '') return slug;
    const made = slugFromText(plainWords(source.title)) || String(source.id ?? 'unnamed');
    if (source.status === 'publish')
      this.input.losses.add(
        'slug-changed',
        placeOf(source),
        `"${written}" is "${made}" here`,
        'It had no slug that can be used.',
      );
    return made;
  }

  private oldPathOf(source: SurveyedDocument): string {
    if (source.status !== 'publish' && source.status !== 'future') return '';
    return this.input.pathOf(source.link) ?? '';
  }

  private claimId(source: SurveyedDocument): number | null {
    if (source.id === null) {
      this.input.losses.add(
        'id-changed',
        placeOf(source),
        'it has no number in the file',
        'It gets one from its kind and slug.',
      );
      return null;
    }
    if (this.idTaken.has(source.id)) {
      const first = this.sourceById.get(source.id);
      this.input.losses.add(
        'id-changed',
        placeOf(source),
        `number ${source.id} is used twice; “${plainWords(first?.title ?? '')}” kept it`,
        'This one gets a number from its kind and slug.',
      );
      return null;
    }
    this.idTaken.add(source.id);
    return source.id;
  }

  private claimPath(source: SurveyedDocument, wanted: string): string {
    const reserved = wanted === '/' ? null : reservedBy(wanted);
    const first = this.pathTaken.get(wanted);
    let path = wanted;
    if (reserved !== null || first) {
      const kind = source.type === 'post' || source.type === 'page' ? source.type : 'page';
      path = `${wanted === '/' ? '/home' : wanted.slice(0, -1)}-${kind}/`;
      for (let number = 2; this.pathTaken.has(path) || reservedBy(path); number++)
        path = `${wanted.slice(0, -1)}-${number}/`;
      const { losses } = this.input;
      if (first)
        losses.add(
          'address-twice',
          placeOf(source),
          `${wanted} is also the address of “${plainWords(first.title)}”`,
          `This one is at ${path}.`,
        );
      else
        losses.add(
          'address-changed',
          placeOf(source),
          `${wanted} belongs to ${reserved}`,
          `The document is at ${path}.`,
        );
    }
    this.pathTaken.set(path, source);
    return path;
  }

  private claimFile(stem: string, source: SurveyedDocument): string {
    let file = `${stem}.md`;
    for (let number = 2; this.fileTaken.has(file.toLowerCase().normalize('NFC')); number++)
      file = `${stem}-${number === 2 && source.id !== null ? source.id : number}.md`;
    this.fileTaken.add(file.toLowerCase().normalize('NFC'));
    return file;
  }
}

/** Can an old address go on being one: no file, no dots, nothing that changes what it means? */
function isUsable(path: string): boolean {
  return /^\/(?:[^/\s?#%\\."'<>&\p{Cc}]+\/)+$/u.test(path);
}
