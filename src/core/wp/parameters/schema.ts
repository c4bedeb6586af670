/**
 * WordPress's dialect of JSON Schema (`rest_validate_value_from_schema`, `rest_sanitize_value_from_schema`): other
 * libraries differ in what is an integer, a list or a date, in conversion, and in messages.
 */
export interface WpSchema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: WpType | readonly WpType[];
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly format?: WpFormat;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: WpSchema;
  readonly uniqueItems?: true;
  readonly properties?: Readonly<Record<string, WpSchema>>;
  readonly additionalProperties?: false;
  readonly oneOf?: readonly WpSchema[];
}
export type WpFormat = 'date-time' | 'uri' | 'email';
export type WpType = 'string' | 'integer' | 'boolean' | 'array' | 'object';

/** Why a value was refused, as in `data.details`. */
export interface WpProblem {
  /** Null where WordPress gives no details. */
  readonly code: string | null;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** A value after conversion: lists are arrays, objects records. */
export type WpValue =
  | string
  | number
  | boolean
  | null
  | readonly WpValue[]
  | { readonly [name: string]: WpValue };
