import type { ErrorObject } from '../../src/core/model/errors.ts';
import type { PhpValue } from '../../src/core/wp/php-query.ts';
import type { WpOutcome } from './outcome.ts';
import type { WpParameters } from './parameters.ts';

/** A parameter as the client gave it, before any check. */
export type Given = (name: string) => PhpValue | undefined;

/** How one route is read. `permit` is asked with the raw parameters, `run` with the checked ones. */
export interface Reader {
  permit?(given: Given): ErrorObject | null;
  run(parameters: WpParameters, given: Given): WpOutcome;
}
