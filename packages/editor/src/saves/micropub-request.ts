/** Properties by name, each a list, as in the JSON form of the protocol. */
export type Properties = Readonly<Record<string, readonly unknown[]>>;

export interface UploadedFile {
  /** `photo`, as the client names it. */
  readonly property: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a client asks for, or why it isn't done. */
export type MicropubAction =
  | { readonly action: 'create'; readonly properties: Properties }
  | { readonly action: 'update'; readonly url: string; readonly changes: PropertyChanges }
  | { readonly action: 'delete' | 'undelete'; readonly url: string }
  | { readonly action: 'none'; readonly problem: string };

export interface PropertyChanges {
  readonly replace: Properties;
  readonly add: Properties;
  /** Values that go; null for all of a property. */
  readonly delete: Readonly<Record<string, readonly unknown[] | null>>;
}

export type MicropubRequest = MicropubAction & {
  readonly files: readonly UploadedFile[];
  /** Of a form. */
  readonly token: string | null;
};

/** Reads a complete body in one of the three forms of the protocol: JSON, a form, a form with files. */
export async function readMicropub(type: string, body: Buffer): Promise<MicropubRequest> {
  if (/^application\/json\b/i.test(type)) return { files: [], token: null, ...readJson(body) };
  const headers = { 'Content-Type': type };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => null);
  if (!form) return refuse('The body must be JSON, or a form as its Content-Type says.');
  const files: UploadedFile[] = [];
  const fields: [name: string, value: string][] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value]);
    // A field for a file that was not chosen.
    else if (value.size > 0 || value.name !== '')
      files.push({
        property: name.replace(/\[\d*\]$/, ''),
        name: value.name,
        bytes: Buffer.from(await value.arrayBuffer()),
      });
  }
  const token = fields.find(([name]) => name === 'access_token')?.[1] ?? null;
  return { ...readFields(fields), files, token };
}

/** `category[]=a` adds to a list; `content[html]=…` is an object in it. */
function readFields(fields: readonly (readonly [name: string, value: string])[]): MicropubAction {
  const { action, url } = Object.fromEntries(fields) as { readonly action?: string; readonly url?: string };
  if (action === 'update') return refuse('action=update must be JSON.');
  if (action !== undefined) return readRemoval(action, url);
  const properties = new Map<string, unknown[]>();
  for (const [name, value] of fields) {
    if (name === 'access_token') continue;
    if (name === 'h' && value !== 'entry') return refuse(`h=${value} cannot be created, only entry.`);
    const [, property = name, key = ''] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name) ?? [];
    if (property === 'h') continue;
    const isInList = key === '' || /^\d+$/.test(key);
    properties.set(property, [...(properties.get(property) ?? []), isInList ? value : { [key]: value }]);
  }
  return { action: 'create', properties: Object.fromEntries(properties) };
}

function readJson(body: Buffer): MicropubAction {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return refuse('The body is not JSON.');
  }
  if (!isObject(value)) return refuse('The body must be an object.');
  const { type, properties, action, ...others } = value;
  if (action === 'update') return readUpdate(value);
  if (action !== undefined) return readRemoval(action, value.url);
  if ([type].flat().join() !== 'h-entry') return refuse('type must be ["h-entry"].');
  if (!isObject(properties)) return refuse('properties must be an object with a list for each property.');
  const [other] = Object.keys(others);
  if (other !== undefined) return refuse(`${other} is not supported next to type and properties.`);
  const lists = Object.entries(properties).map(([name, one]) => [name, [one].flat().filter(isGiven)]);
  return { action: 'create', properties: Object.fromEntries(lists) as Properties };
}

function readRemoval(action: unknown, url: unknown): MicropubAction {
  if (action !== 'delete' && action !== 'undelete') return refuse(`action=${String(action)} is not known.`);
  return typeof url === 'string' ? { action, url } : refuse('url must be the address of the post.');
}

/** Each change is a list of values by property; what is deleted may be a list of properties. */
function readUpdate(value: Readonly<Record<string, unknown>>): MicropubAction {
  const { action, url, replace = {}, add = {}, delete: gone = {}, ...others } = value;
  if (typeof url !== 'string') return refuse('url must be the address of the post.');
  const [other] = Object.keys(others);
  if (other !== undefined) return refuse(`${other} is not supported in an update.`);
  const isNames = Array.isArray(gone) && gone.every((name) => typeof name === 'string');
  const removed = isNames ? Object.fromEntries(gone.map((name) => [name, null])) : gone;
  if (!isLists(replace) || !isLists(add) || !(isNames || isLists(gone)))
    return refuse('replace, add and delete must have a list for each property.');
  const changes = { replace, add, delete: removed as PropertyChanges['delete'] };
  const names = Object.values(changes).flatMap((change) => Object.keys(change));
  return names.length > 0 ? { action: 'update', url, changes } : refuse('The update changes nothing.');
}

const isLists = (value: unknown): value is Properties =>
  isObject(value) && Object.values(value).every(Array.isArray);

const isGiven = (value: unknown) => value !== null && value !== undefined;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const refuse = (problem: string) => ({ action: 'none', problem, files: [], token: null }) as const;
