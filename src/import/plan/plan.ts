import { plainWords } from '../plain-words.ts';
import { covers } from '../wordpress/access-rules.ts';
import { fillPermalink } from '../wordpress/permalinks.ts';
import type { Losses } from '../write/losses.ts';
import { Claims, placeOf } from './claims.ts';
import { cleanSlug, decodePercent, fileStem, slugFromText } from './names.ts';
import type { PlannedKind } from './plan-kinds.ts';
import { isUsable, linkedPost, type PermalinkInput, planPermalink } from './plan-permalink.ts';
import type { Lookup, Shelf, ShelfMap } from './shelf.ts';
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
  /** What shows that anonymous readers did not see all of it; null where nothing does. */
  readonly restriction: string | null;
}

export interface DocumentPlan {
  /** By {@link keyOf} of the item; a document that is not carried over is not in it. */
  readonly documents: Pick<ShelfMap<string, PlannedDocument>, 'get' | 'values' | 'size'>;
  readonly byId: Lookup<number, PlannedDocument>;
  /** Pattern of posts' addresses. */
  readonly permalink: string;
  /** Does a document have this address on the new site? */
  isTaken(path: string): boolean;
}

export interface PlanInput extends PermalinkInput {
  readonly survey: Survey;
  /** Do documents have numbers? Where they have none, none is missed. */
  readonly numbered: boolean;
  /** Types of documents, beside posts and pages, that readers could see. */
  readonly publicTypes: ReadonlySet<string>;
  readonly kinds: ReadonlyMap<string, PlannedKind>;
  /** Is it known what anonymous readers saw of a document? */
  isRecorded(source: SurveyedDocument): boolean;
  /** Is it known that they did not find it? */
  isUnlisted(source: SurveyedDocument): boolean;
  readonly shelf: Shelf;
  readonly losses: Losses;
}

export function planDocuments(input: PlanInput): DocumentPlan {
  for (const source of input.survey.documents.values())
    if (source.status === 'trash')
      input.losses.add(
        'trash-left',
        placeOf(source),
        plainWords(source.title),
        'It was in the bin, and is not imported.',
      );
  return new Planner(
    input,
    planPermalink(() => input.survey.documents.values(), input),
  ).plan();
}

const isShown = ({ status }: SurveyedDocument): boolean => status === 'publish' || status === 'future';

const isBinned = ({ status }: SurveyedDocument): boolean => status === 'trash' || status === 'auto-draft';

function restrictionOf(source: SurveyedDocument, { survey, isUnlisted }: PlanInput): string | null {
  const pattern = source.patterns.find((id) => survey.restrictedPatterns.has(id));
  return (
    source.restriction ??
    (pattern === undefined ? undefined : survey.restrictedPatterns.get(pattern)) ??
    survey.accessRules.find((rule) => covers(rule, source, survey.terms))?.written ??
    (isUnlisted(source) ? 'anonymous readers did not find it in wp/v2' : null)
  );
}

class Planner {
  private readonly input: PlanInput;
  private readonly permalink: string;
  private readonly documents: ShelfMap<string, PlannedDocument>;
  /** Keys of documents by their numbers: planned ones, and the first one of the export. */
  private readonly keys: ShelfMap<number, string>;
  private readonly sourceKeys: ShelfMap<number, string>;
  private readonly planning = new Set<string>();
  private readonly claims: Claims;

  constructor(input: PlanInput, permalink: string) {
    const { shelf } = input;
    this.input = input;
    this.permalink = permalink;
    this.documents = shelf.map();
    this.keys = shelf.map();
    this.sourceKeys = shelf.map();
    this.claims = new Claims(input.losses, input.numbered, shelf);
  }

  plan(): DocumentPlan {
    const { documents, keys, sourceKeys, permalink } = this;
    for (const { id, key } of this.kept()) if (id !== null && !sourceKeys.has(id)) sourceKeys.set(id, key);
    // Published documents choose their addresses first.
    for (const source of this.kept().filter(isShown)) this.planOne(source);
    for (const source of this.kept()) this.planOne(source);
    const byId = {
      get: (id: number) => documents.get(keys.get(id) ?? ''),
      has: (id: number) => keys.has(id),
    };
    return { documents, byId, permalink, isTaken: (path) => this.claims.isTaken(path) };
  }

  private kept(): IteratorObject<SurveyedDocument> {
    return this.input.survey.documents.values().filter((source) => !isBinned(source));
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
    if (planned.id !== null) this.keys.set(planned.id, source.key);
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
      // Its address says nothing of its slug.
      return this.finish(
        source,
        'page',
        cleanSlug(source.slug) || 'home',
        '/',
        oldPath,
        'content/pages/index',
      );
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
    const isNested = !this.input.numbered && oldPath.split('/').length > 3 && isUsable(oldPath);
    if (source.type === 'page' && !isNested)
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
    const parent = this.input.survey.documents.get(this.sourceKeys.get(source.parent) ?? '');
    const { losses } = this.input;
    if (!parent || parent.type === 'post' || parent.key === source.key) {
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
    const path = this.claims.path(source, keepsOld ? oldPath : wanted, wanted);
    const ownPath = path !== wanted && path !== '/';
    const file = this.claims.file(stem, source);
    const restriction = isShown(source)
      ? (restrictionOf(source, this.input) ?? this.hiddenForum(source))
      : null;
    const isHidden = this.isHiddenType(source) || (restriction !== null && !this.input.isRecorded(source));
    return {
      source,
      kind,
      id: this.claims.id(source),
      slug,
      path,
      ownPath,
      file,
      oldPath: this.claims.isTaken(oldPath, source) ? '' : oldPath,
      draft: !isShown(source) || isHidden,
      public: source.status === 'publish' && !isHidden,
      restriction,
    };
  }

  /** bbPress shows nothing below a forum that is private or hidden. */
  private hiddenForum(source: SurveyedDocument): string | null {
    if (!/^(?:forum|topic|reply)$/.test(source.type)) return null;
    const parent = this.input.survey.documents.get(this.sourceKeys.get(source.parent) ?? '');
    if (!parent || parent.key === source.key || parent.id === parent.parent) return null;
    return /^(?:publish|closed)$/.test(parent.status)
      ? this.hiddenForum(parent)
      : `${parent.type} "${plainWords(parent.title)}" is ${parent.status}`;
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
    if (!isShown(source)) return '';
    const path = source.link === '' ? '' : (this.input.pathOf(source.link) ?? '');
    // The home page is a page; another document that names it has no address of its own.
    return path === '/' && source.type !== 'page' ? '' : path;
  }
}
