import { startOfPattern } from '../../core/model/kinds.ts';
import type { DiskMap, DiskMaps, Lookup } from '../model/disk-map.ts';
import type { Losses } from '../model/losses.ts';
import { cleanSlug, decodePercent, fileStem, slugFromText } from '../model/names.ts';
import { plainWords } from '../model/plain-words.ts';
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
  const { maps } = input;
  const versionOf = ({ key }: SurveyedDocument) => input.languages.documents.get(key) ?? {};
  const isInDefault = (source: SurveyedDocument) => versionOf(source).language === undefined;
  const permalink = planPermalink(() => input.survey.documents.values().filter(isInDefault), input);
  const documents = maps.map<string, PlannedDocument>();
  /** Keys of documents by ID: planned ones, and the first one of the export. */
  const keys = maps.map<number, string>();
  const sourceKeys = maps.map<number, string>();
  const planning = new Set<string>();
  const claims = new Claims(
    input.losses,
    input.hasIds,
    maps,
    new Map([...listsOf(kept(), input.kinds), ...input.termPages]),
  );
  for (const { id, key } of kept()) if (id !== null && !sourceKeys.has(id)) sourceKeys.set(id, key);
  // Documents in the default language choose their files first, published ones their addresses.
  for (const source of kept().filter(isShown).filter(isInDefault)) planOne(source);
  for (const source of kept().filter(isShown)) planOne(source);
  for (const source of kept()) planOne(source);
  const byId = {
    get: (id: number) => documents.get(keys.get(id) ?? ''),
    has: (id: number) => keys.has(id),
  };
  return {
    documents,
    byId,
    permalink,
    isTaken: (path, but) => claims.isTaken(path, but),
  };

  function kept(): IteratorObject<SurveyedDocument> {
    return input.survey.documents
      .values()
      .filter(({ status }) => status !== 'trash' && status !== 'auto-draft');
  }

  function planOne(source: SurveyedDocument): PlannedDocument {
    const known = documents.get(source.key);
    if (known) return known;
    planning.add(source.key);
    const own = input.kinds.get(source.type);
    const planned = source.type === 'post' ? planPost(source) : own ? planOwn(source, own) : planPage(source);
    planning.delete(source.key);
    documents.set(source.key, planned);
    if (planned.id !== null) keys.set(planned.id, source.key);
    return planned;
  }

  function planPost(source: SurveyedDocument): PlannedDocument {
    const slug = slugOf(source);
    const oldPath = oldPathOf(source);
    const linked = { ...linkedPost(source, input), slug, path: oldPath };
    const filled = rootIn(versionOf(source)) + fillPermalink(permalink, linked).replace(/\/{2,}/g, '/');
    const date =
      /^\d{4}-\d\d-\d\d/.test(source.date) && !source.date.startsWith('0000')
        ? `${source.date.slice(0, 10)}-`
        : '';
    return finish(source, 'post', slug, filled, oldPath, `content/posts/${date}${fileStem(slug)}`);
  }

  function planOwn(source: SurveyedDocument, kind: PlannedKind): PlannedDocument {
    const slug = slugOf(source);
    const oldPath = oldPathOf(source);
    const above = kind.hierarchical ? parentOf(source) : null;
    const parent = above?.kind === source.type ? above : null;
    const linked = { ...linkedPost(source, input), slug, path: oldPath };
    const path = parent
      ? `${parent.path}${slug}/`
      : rootIn(versionOf(source)) + fillPermalink(kind.permalink, linked);
    const folder = parent ? folderOf(parent) : `content/${kind.folder}`;
    return finish(source, source.type, slug, path, oldPath, `${folder}/${fileStem(slug)}`);
  }

  function planPage(source: SurveyedDocument): PlannedDocument {
    const oldPath = oldPathOf(source);
    const root = rootIn(versionOf(source));
    const isOwnRoot = root !== '' && oldPath.startsWith(`${root}/`);
    const below = isOwnRoot ? oldPath.slice(root.length) : oldPath;
    const home = root === '' ? `/${input.languages.tags[0]?.toLowerCase()}/` : '/';
    if ((below === '/' || below === home) && source.type === 'page') {
      // The address does not contain the slug.
      return finish(
        source,
        'page',
        cleanSlug(source.slug) || 'home',
        `${root}/`,
        oldPath,
        'content/pages/index',
      );
    }
    const slug = slugOf(source);
    const parent = parentOf(source);
    if (parent) {
      return finish(
        source,
        'page',
        slug,
        `${parent.path}${slug}/`,
        oldPath,
        `${folderOf(parent)}/${fileStem(slug)}`,
      );
    }
    const isNested = !input.hasIds && below.split('/').length > 3 && isUsable(below);
    if (source.type === 'page' && !isNested)
      return finish(source, 'page', slug, `${root}/${slug}/`, oldPath, `content/pages/${fileStem(slug)}`);
    const folder = below
      .split('/')
      .slice(1, -2)
      .map(cleanSlug)
      .filter((part) => part !== '');
    const folders = folder.length > 0 ? folder : [cleanSlug(source.type) || 'other'];
    return finish(
      source,
      'page',
      slug,
      `${root}/${[...folders, slug].join('/')}/`,
      oldPath,
      `content/pages/${[...folders.map(fileStem), fileStem(slug)].join('/')}`,
    );
  }

  function parentOf(source: SurveyedDocument): PlannedDocument | null {
    if (source.parent === 0) return null;
    const parent = input.survey.documents.get(sourceKeys.get(source.parent) ?? '');
    const { losses } = input;
    if (!parent || parent.type === 'post' || parent.key === source.key) {
      losses.add(
        'parent-changed',
        placeOf(source),
        `parent ${source.parent} is not in the file`,
        'It has no parent now. Import all files of the export together, or move the file.',
      );
      return null;
    }
    if (planning.has(parent.key)) {
      losses.add(
        'parent-changed',
        placeOf(source),
        `${source.id} and ${parent.id} are each other’s parents`,
        'This one has no parent now.',
      );
      return null;
    }
    const planned = planOne(parent);
    return planned.path === `${rootIn(planned)}/` ? null : planned;
  }

  function finish(
    source: SurveyedDocument,
    kind: PlannedDocument['kind'],
    slug: string,
    wanted: string,
    oldPath: string,
    stem: string,
  ): PlannedDocument {
    const { language, original } = versionOf(source);
    const keepsOld = oldPath !== '' && oldPath !== wanted && isUsable(oldPath);
    const path = claims.path(source, keepsOld ? oldPath : wanted, wanted, rootIn({ language }));
    const ownPath = path !== wanted && path !== '/';
    const translated = original === undefined ? null : planOriginal(source, original);
    const isNamedAlike = translated?.file === `${stem}.md` || stem === 'content/pages/index';
    const file = claims.file(language && isNamedAlike ? `${stem}.${language.toLowerCase()}` : stem, source);
    const restriction = isShown(source) ? (restrictionOf(source, input) ?? hiddenForum(source)) : null;
    const isHidden = isHiddenType(source) || (restriction !== null && !input.isRecorded(source));
    return {
      source,
      kind,
      id: claims.id(source) ?? claims.idOfSlug(kind, slug, path, language),
      slug,
      path,
      ownPath,
      file,
      ...(language ? { language } : {}),
      ...(translated && !isNamedAlike
        ? { translationOf: translated.file.replace(/^content\/[^/]+\/|\.md$/g, '') }
        : {}),
      oldPath: claims.isTaken(oldPath, source) ? '' : oldPath,
      draft: !isShown(source) || isHidden,
      public: source.status === 'publish' && !isHidden,
      restriction,
    };
  }

  /** What a document translates; null where that is not published, but the translation is. */
  function planOriginal(source: SurveyedDocument, key: string): PlannedDocument | null {
    const first = input.survey.documents.get(key);
    const planned = first && !planning.has(key) ? planOne(first) : null;
    if (!planned?.draft || !isShown(source)) return planned;
    const fix = `What it translates is a draft, ${planned.file}. Publish that one, and set "translationOf".`;
    input.losses.add('translation-left', placeOf(source), plainWords(source.title), fix);
    return null;
  }

  /** bbPress hides everything below a private or hidden forum. */
  function hiddenForum(source: SurveyedDocument): string | null {
    if (!/^(?:forum|topic|reply)$/.test(source.type)) return null;
    const parent = input.survey.documents.get(sourceKeys.get(source.parent) ?? '');
    if (!parent || parent.key === source.key || parent.id === parent.parent) return null;
    return /^(?:publish|closed)$/.test(parent.status)
      ? hiddenForum(parent)
      : `${parent.type} "${plainWords(parent.title)}" is ${parent.status}`;
  }

  function isHiddenType({ type }: SurveyedDocument): boolean {
    return type !== 'post' && type !== 'page' && !input.publicTypes.has(type);
  }

  function slugOf(source: SurveyedDocument): string {
    const written = source.slug.replace(/__trashed(?:-\d+)?$/, '');
    const slug = cleanSlug(written);
    if (slug !== '' && slug !== decodePercent(written).normalize('NFC'))
      input.losses.add(
        'slug-changed',
        placeOf(source),
        `"${written}" is "${slug}" here`,
        'The old slug has characters that are not allowed here.',
      );
    if (slug !== '') return slug;
    const made = slugFromText(plainWords(source.title)) || String(source.id ?? 'unnamed');
    if (source.status === 'publish')
      input.losses.add(
        'slug-changed',
        placeOf(source),
        `"${written}" is "${made}" here`,
        'It had no usable slug.',
      );
    return made;
  }

  function oldPathOf(source: SurveyedDocument): string {
    if (!isShown(source)) return '';
    const path = source.link === '' ? '' : (input.pathOf(source.link) ?? '');
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
