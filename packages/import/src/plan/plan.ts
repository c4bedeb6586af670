import { startOfPattern } from 'agentsite/model';
import type { DiskMap, DiskMaps, Lookup } from '../model/disk-map.ts';
import type { Losses } from '../model/losses.ts';
import { cleanSlug, decodePercent, fileStem, slugFromText } from '../model/names.ts';
import { plainWords } from '../model/plain-words.ts';
import { isStoredDate } from '../model/stored-date.ts';
import type { Survey, SurveyedDocument } from '../model/survey.ts';
import { covers } from '../wordpress/restrictions.ts';
import { Claims, placeOf } from './claims.ts';
import type { PlannedKind } from './plan-kinds.ts';
import { type PlannedLanguages, rootIn } from './plan-languages.ts';
import { fillPermalink, isUsable, linkedPost, type PermalinkInput, planPermalink } from './plan-permalink.ts';

export interface PlannedDocument {
  readonly source: SurveyedDocument;
  /** `post`, `page`, or a kind that the site declares. */
  readonly kind: string;
  /** Null if the ID is missing or taken. */
  readonly id: number | null;
  readonly slug: string;
  readonly path: string;
  /** Must the file contain the path, because neither pattern nor folder gives it? */
  readonly ownPath: boolean;
  readonly file: string;
  /** Tag; absent in the default language. */
  readonly language?: string;
  /** The name of the file that it translates, unless its own name says that. */
  readonly translationOf?: string;
  /** Decoded path on the old site; empty without one. */
  readonly oldPath: string;
  readonly draft: boolean;
  /** Is it public, at the latest on its date? */
  readonly public: boolean;
  /** Evidence that anonymous readers did not see all of it; null for none. */
  readonly restriction: string | null;
}

export interface DocumentPlan {
  /** By {@link keyOf} of the item, without documents that are not imported. */
  readonly documents: Pick<DiskMap<string, PlannedDocument>, 'get' | 'values' | 'size'>;
  readonly byId: Lookup<number, PlannedDocument>;
  readonly permalink: string;
  /** Is it the address of a list, or of another document than `but`? */
  isTaken(path: string, but?: SurveyedDocument): boolean;
}

export interface PlanInput extends PermalinkInput {
  readonly survey: Survey;
  readonly hasIds: boolean;
  /** Post types, other than posts and pages, that readers could see. */
  readonly publicTypes: ReadonlySet<string>;
  readonly kinds: ReadonlyMap<string, PlannedKind>;
  /** Is the public version of a document recorded? */
  isRecorded(source: SurveyedDocument): boolean;
  /** Is it missing in the recording? */
  isUnlisted(source: SurveyedDocument): boolean;
  readonly languages: PlannedLanguages;
  /** Names of the archives of terms by address. */
  readonly termPages: ReadonlyMap<string, string>;
  readonly maps: DiskMaps;
  readonly losses: Losses;
}

export function planDocuments(input: PlanInput): DocumentPlan {
  for (const source of input.survey.documents.values())
    if (source.status === 'trash')
      input.losses.add(
        'trash-left',
        placeOf(source),
        plainWords(source.title),
        'It was in the trash, and is not imported.',
      );
  return new Planner(input).planAll();
}

class Planner {
  readonly #input: PlanInput;
  readonly #permalink: string;
  readonly #claims: Claims;
  readonly #documents: DiskMap<string, PlannedDocument>;
  /** Keys of documents by ID: planned ones, and the first one of the export. */
  readonly #keys: DiskMap<number, string>;
  readonly #sourceKeys: DiskMap<number, string>;
  readonly #planning = new Set<string>();

  constructor(input: PlanInput) {
    const { maps, losses, hasIds, survey, termPages, kinds } = input;
    this.#input = input;
    this.#permalink = planPermalink(
      () =>
        this.#imported().filter(
          (source) => survey.head?.isPrivate === undefined && this.#isInDefault(source),
        ),
      input,
    );
    this.#documents = maps.map<string, PlannedDocument>();
    this.#keys = maps.map<number, string>();
    this.#sourceKeys = maps.map<number, string>();
    const lists = new Map([...listsOf(this.#imported(), kinds), ...termPages]);
    this.#claims = new Claims(losses, hasIds, maps, lists, emptyLists(survey, kinds));
  }

  planAll(): DocumentPlan {
    const keys = this.#keys;
    const sourceKeys = this.#sourceKeys;
    const documents = this.#documents;
    for (const { id, key } of this.#imported())
      if (id !== null && !sourceKeys.has(id)) sourceKeys.set(id, key);
    // Documents in the default language choose their files first, published ones their addresses.
    const shown = () => this.#imported().filter(isShown);
    for (const source of shown().filter((source) => this.#isInDefault(source))) this.#planOne(source);
    for (const source of shown()) this.#planOne(source);
    for (const source of this.#imported()) this.#planOne(source);
    return {
      documents,
      byId: { get: (id) => documents.get(keys.get(id) ?? ''), has: (id) => keys.has(id) },
      permalink: this.#permalink,
      isTaken: (path, but) => this.#claims.isTaken(path, but),
    };
  }

  #imported(): IteratorObject<SurveyedDocument> {
    return this.#input.survey.documents
      .values()
      .filter(({ status }) => status !== 'trash' && status !== 'auto-draft');
  }

  #versionOf({ key }: SurveyedDocument) {
    return this.#input.languages.documents.get(key) ?? {};
  }

  #isInDefault(source: SurveyedDocument): boolean {
    return this.#versionOf(source).language === undefined;
  }

  #planOne(source: SurveyedDocument): PlannedDocument {
    const known = this.#documents.get(source.key);
    if (known) return known;
    this.#planning.add(source.key);
    const own = this.#input.kinds.get(source.type);
    const planned =
      source.type === 'post'
        ? this.#planPost(source)
        : own
          ? this.#planOwn(source, own)
          : this.#planPage(source);
    this.#planning.delete(source.key);
    this.#documents.set(source.key, planned);
    if (planned.id !== null) this.#keys.set(planned.id, source.key);
    return planned;
  }

  #planPost(source: SurveyedDocument): PlannedDocument {
    const slug = this.#slugOf(source);
    const oldPath = this.#oldPathOf(source);
    const linked = { ...linkedPost(source, this.#input), slug, path: oldPath };
    const filled =
      rootIn(this.#versionOf(source)) + fillPermalink(this.#permalink, linked).replace(/\/{2,}/g, '/');
    const date = isStoredDate(source.date) ? `${source.date.slice(0, 10)}-` : '';
    return this.#finish(source, 'post', slug, filled, oldPath, `content/posts/${date}${fileStem(slug)}`);
  }

  #planOwn(source: SurveyedDocument, kind: PlannedKind): PlannedDocument {
    const slug = this.#slugOf(source);
    const oldPath = this.#oldPathOf(source);
    const above = kind.hierarchical ? this.#parentOf(source) : null;
    const parent = above?.kind === source.type ? above : null;
    const linked = { ...linkedPost(source, this.#input), slug, path: oldPath };
    const path = parent
      ? `${parent.path}${slug}/`
      : rootIn(this.#versionOf(source)) + fillPermalink(kind.permalink, linked);
    const folder = parent ? folderOf(parent) : `content/${kind.folder}`;
    return this.#finish(source, source.type, slug, path, oldPath, `${folder}/${fileStem(slug)}`);
  }

  #planPage(source: SurveyedDocument): PlannedDocument {
    const oldPath = this.#oldPathOf(source);
    const root = rootIn(this.#versionOf(source));
    const isOwnRoot = root !== '' && oldPath.startsWith(`${root}/`);
    const belowRoot = (path: string) => (isOwnRoot ? path.slice(root.length) : path);
    const below = belowRoot(oldPath);
    const home = root === '' ? `/${this.#input.languages.tags[0]?.toLowerCase()}/` : '/';
    if ((below === '/' || below === home) && source.type === 'page') {
      // The address does not contain the slug.
      return this.#finish(
        source,
        'page',
        cleanSlug(source.slug) || 'home',
        `${root}/`,
        oldPath,
        'content/pages/index',
      );
    }
    const slug = this.#slugOf(source);
    const parent = this.#parentOf(source);
    if (parent) {
      return this.#finish(
        source,
        'page',
        slug,
        `${parent.path}${slug}/`,
        oldPath,
        `${folderOf(parent)}/${fileStem(slug)}`,
      );
    }
    // A draft is where it will be when it is published.
    const place = this.#input.hasIds ? below : belowRoot(this.#pathOf(source));
    const isNested = !this.#input.hasIds && place.split('/').length > 3 && isUsable(place);
    if (source.type === 'page' && !isNested)
      return this.#finish(
        source,
        'page',
        slug,
        `${root}/${slug}/`,
        oldPath,
        `content/pages/${fileStem(slug)}`,
      );
    const folder = place
      .split('/')
      .slice(1, -2)
      .map(cleanSlug)
      .filter((part) => part !== '');
    const folders = folder.length > 0 ? folder : [cleanSlug(source.type) || 'other'];
    return this.#finish(
      source,
      'page',
      slug,
      `${root}/${[...folders, slug].join('/')}/`,
      oldPath,
      `content/pages/${[...folders.map(fileStem), fileStem(slug)].join('/')}`,
    );
  }

  #parentOf(source: SurveyedDocument): PlannedDocument | null {
    if (source.parent === 0) return null;
    const parent = this.#input.survey.documents.get(this.#sourceKeys.get(source.parent) ?? '');
    const { losses } = this.#input;
    if (!parent || parent.type === 'post' || parent.key === source.key) {
      losses.add(
        'parent-changed',
        placeOf(source),
        `parent ${source.parent} is not in the file`,
        'It has no parent now. Import all files of the export together, or move the file.',
      );
      return null;
    }
    if (this.#planning.has(parent.key)) {
      losses.add(
        'parent-changed',
        placeOf(source),
        `${source.id} and ${parent.id} are each other’s parents`,
        'This one has no parent now.',
      );
      return null;
    }
    const planned = this.#planOne(parent);
    return planned.path === `${rootIn(planned)}/` ? null : planned;
  }

  #finish(
    source: SurveyedDocument,
    kind: PlannedDocument['kind'],
    slug: string,
    wanted: string,
    oldPath: string,
    stem: string,
  ): PlannedDocument {
    const { language, original } = this.#versionOf(source);
    const isOld = oldPath !== '' && oldPath !== wanted && isUsable(oldPath);
    const keepsOld = isOld && !this.#input.survey.head?.isPrivate;
    const path = this.#claims.path(source, keepsOld ? oldPath : wanted, wanted, rootIn({ language }));
    const ownPath = path !== wanted && path !== '/';
    const translated = original === undefined ? null : this.#planOriginal(source, original);
    const isNamedAlike = translated?.file === `${stem}.md` || stem === 'content/pages/index';
    const file = this.#claims.file(
      language && isNamedAlike ? `${stem}.${language.toLowerCase()}` : stem,
      source,
    );
    const restriction = isShown(source)
      ? (restrictionOf(source, this.#input) ?? this.#hiddenForum(source))
      : null;
    const isHidden = this.#isHiddenType(source) || (restriction !== null && !this.#input.isRecorded(source));
    return {
      source,
      kind,
      id: this.#claims.id(source) ?? this.#claims.idOfSlug(kind, slug, path, language),
      slug,
      path,
      ownPath,
      file,
      ...(language ? { language } : {}),
      ...(translated && !isNamedAlike
        ? { translationOf: translated.file.replace(/^content\/[^/]+\/|\.md$/g, '') }
        : {}),
      oldPath: this.#claims.isTaken(oldPath, source) ? '' : oldPath,
      draft: !isShown(source) || isHidden,
      public: source.status === 'publish' && !isHidden,
      restriction,
    };
  }

  /** What a document translates; null where that is not published, but the translation is. */
  #planOriginal(source: SurveyedDocument, key: string): PlannedDocument | null {
    const first = this.#input.survey.documents.get(key);
    const planned = first && !this.#planning.has(key) ? this.#planOne(first) : null;
    if (!planned?.draft || !isShown(source)) return planned;
    const fix = `What it translates is a draft, ${planned.file}. Publish that one, and set "translationOf".`;
    this.#input.losses.add('translation-left', placeOf(source), plainWords(source.title), fix);
    return null;
  }

  /** bbPress hides everything below a private or hidden forum. */
  #hiddenForum(source: SurveyedDocument): string | null {
    if (!/^(?:forum|topic|reply)$/.test(source.type)) return null;
    const parent = this.#input.survey.documents.get(this.#sourceKeys.get(source.parent) ?? '');
    if (!parent || parent.key === source.key || parent.id === parent.parent) return null;
    return /^(?:publish|closed)$/.test(parent.status)
      ? this.#hiddenForum(parent)
      : `${parent.type} "${plainWords(parent.title)}" is ${parent.status}`;
  }

  #isHiddenType({ type }: SurveyedDocument): boolean {
    return type !== 'post' && type !== 'page' && !this.#input.publicTypes.has(type);
  }

  #slugOf(source: SurveyedDocument): string {
    const written = source.slug.replace(/__trashed(?:-\d+)?$/, '');
    const slug = cleanSlug(written);
    if (slug !== '' && slug !== decodePercent(written).normalize('NFC'))
      this.#input.losses.add(
        'slug-changed',
        placeOf(source),
        `"${written}" is "${slug}" here`,
        'The old slug has characters that are not allowed here.',
      );
    if (slug !== '') return slug;
    const made = slugFromText(plainWords(source.title)) || String(source.id ?? 'unnamed');
    if (source.status === 'publish')
      this.#input.losses.add(
        'slug-changed',
        placeOf(source),
        `"${written}" is "${made}" here`,
        'It had no usable slug.',
      );
    return made;
  }

  #pathOf({ link }: SurveyedDocument): string {
    return link === '' ? '' : (this.#input.pathOf(link) ?? '');
  }

  #oldPathOf(source: SurveyedDocument): string {
    if (!isShown(source)) return '';
    const path = this.#pathOf(source);
    // Only a page can be the home page.
    return path === '/' && source.type !== 'page' ? '' : path;
  }
}

/** The file without the language in its name. */
export function plainFile({ file, language }: PlannedDocument): string {
  const end = `.${language?.toLowerCase()}.md`;
  return file.endsWith(end) ? `${file.slice(0, -end.length)}.md` : file;
}

/** Where the pages below a page are. */
const folderOf = (page: PlannedDocument): string => plainFile(page).replace(/(?:\/index)?\.md$/, '');

const isShown = ({ status }: SurveyedDocument): boolean => status === 'publish' || status === 'future';

function restrictionOf(source: SurveyedDocument, { survey, isUnlisted }: PlanInput): string | null {
  const pattern = source.patterns.find((id) => survey.restrictedPatterns.has(id));
  return (
    source.restriction ??
    (pattern === undefined ? undefined : survey.restrictedPatterns.get(pattern)) ??
    survey.accessRules.find((rule) => covers(rule, source, survey.terms))?.written ??
    (isUnlisted(source) ? 'anonymous readers did not find it in wp/v2' : null)
  );
}

/** Lists of the engine that have no documents, so that a page of the old site may keep their address. */
function emptyLists({ documents }: Survey, kinds: PlanInput['kinds']): ReadonlySet<string> {
  const used = new Set(kinds.keys().map((name) => `/${name}s/`));
  if (documents.values().some(({ isInSeries }) => isInSeries)) used.add('/series/');
  return new Set(['/talks/', '/plugins/', '/series/'].filter((list) => !used.has(list)));
}

/** Lists that the new site has of the documents of a kind or a year, by address. */
function listsOf(
  documents: IteratorObject<SurveyedDocument>,
  kinds: PlanInput['kinds'],
): ReadonlyMap<string, string> {
  const lists = new Map<string, string>();
  for (const { archive, permalink, labels } of kinds.values())
    if (archive !== false)
      lists.set(archive === true ? startOfPattern(permalink) : archive, `the list of ${labels?.name}`);
  for (const { type, date } of documents)
    if (type === 'post') lists.set(`/${date.slice(0, 4)}/`, `the list of posts of ${date.slice(0, 4)}`);
  return lists;
}
