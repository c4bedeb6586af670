/** Properties by name, each a list, as in the JSON form of the protocol. */
export type Properties = Readonly<Record<string, readonly unknown[]>>;

export interface UploadedFile {
  /** `photo`, as the client names it. */
  readonly property: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a client asks to create: `properties` is null where the request is another one, with the reason. */
export type MicropubRequest = {
  readonly files: readonly UploadedFile[];
  /** Of a form. */
  readonly token: string | null;
} & ({ readonly properties: Properties } | { readonly properties: null; readonly problem: string });

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
function readFields(fields: readonly (readonly [name: string, value: string])[]) {
  const properties = new Map<string, unknown[]>();
  for (const [name, value] of fields) {
    if (name === 'access_token') continue;
    if (name === 'action') return refuse(explainAction(value));
    if (name === 'h' && value !== 'entry') return refuse(`h=${value} cannot be created, only entry.`);
    const [, property = name, key = ''] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name) ?? [];
    if (property === 'h') continue;
    const isInList = key === '' || /^\d+$/.test(key);
    properties.set(property, [...(properties.get(property) ?? []), isInList ? value : { [key]: value }]);
  }
  return { properties: Object.fromEntries(properties) };
}

function readJson(body: Buffer) {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return refuse('The body is not JSON.');
  }
  if (!isObject(value)) return refuse('The body must be an object.');
  const { type, properties, action, ...others } = value;
  if (action !== undefined) return refuse(explainAction(action));
  if ([type].flat().join() !== 'h-entry') return refuse('type must be ["h-entry"].');
  if (!isObject(properties)) return refuse('properties must be an object with a list for each property.');
  const [other] = Object.keys(others);
  if (other !== undefined) return refuse(`${other} is not supported next to type and properties.`);
  const lists = Object.entries(properties).map(([name, one]) => [name, [one].flat().filter(isGiven)]);
  return { properties: Object.fromEntries(lists) as Properties };
}

const isGiven = (value: unknown) => value !== null && value !== undefined;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const refuse = (problem: string) => ({ properties: null, problem, files: [], token: null }) as const;

const explainAction = (action: unknown) =>
  `action=${String(action)} is not supported: entries can be created, and changed in the editor.`;
