/** JSON of a stranger: nothing of its shape is known. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Objects and lists inside of each other; more of them would take many times the memory of their text. */
const deepest = 500;

/** The value, or null when the text is not JSON, or nested beyond use (`null` itself is not a document). */
export function readJson(text: string): Json {
  if (isTooDeep(text)) return null;
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as Json;
  } catch {
    return null;
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length && depth <= deepest; at++) {
    const character = text[at] ?? '';
    if (isInString && character === '\\') at++;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && '[{'.includes(character)) depth++;
    else if (!isInString && ']}'.includes(character)) depth--;
  }
  return depth > deepest;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object as it is, anything else as an empty one. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
