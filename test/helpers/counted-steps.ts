import { type AST, RegExpParser } from '@eslint-community/regexpp';

type Next = (at: number) => number;
/** Matches at a place and asks what follows. @returns the end of the match, or -1 */
type Matcher = (at: number, next: Next) => number;

/** What a pattern is matched against: set before each match, so that its matchers are made once. */
interface Run {
  text: string;
  readonly captures: ([number, number] | undefined)[];
}

interface Compiled {
  readonly match: Matcher;
  readonly run: Run;
  readonly groups: number;
  readonly global: boolean;
  readonly sticky: boolean;
}

/**
 * Counts the steps of a backtracking engine in all regular expressions that a function runs, and the characters
 * that string methods search. Deterministic, unlike a clock.
 */
export function countSteps(run: () => void): number {
  counter.steps = 0;
  counter.install();
  try {
    run();
  } finally {
    counter.remove();
  }
  return counter.steps;
}

/** A slice costs nothing: engines share the characters. */
const scanning = ['indexOf', 'lastIndexOf', 'includes', 'split', 'replaceAll'] as const;

class Counter {
  steps = 0;
  readonly #exec = RegExp.prototype.exec;
  readonly #methods = new Map<string, PropertyDescriptor>();
  readonly #compiled = new WeakMap<RegExp, Compiled>();
  readonly #patterns = new Map<string, Compiled>();
  readonly #characters = new Map<string, (character: string) => boolean>();

  install(): void {
    const counter = this;
    RegExp.prototype.exec = function exec(text: string) {
      return counter.#execute(this, String(text));
    };
    for (const name of scanning) {
      const own = Object.getOwnPropertyDescriptor(String.prototype, name);
      if (!own) continue;
      this.#methods.set(name, own);
      const original = own.value as (...values: unknown[]) => unknown;
      Object.defineProperty(String.prototype, name, {
        ...own,
        value(this: string, ...values: unknown[]) {
          const result = original.apply(this, values);
          if (typeof values[0] !== 'object') counter.steps += costOf(name, this, values, result);
          return result;
        },
      });
    }
  }

  remove(): void {
    RegExp.prototype.exec = this.#exec;
    for (const [name, own] of this.#methods) Object.defineProperty(String.prototype, name, own);
  }

  #execute(pattern: RegExp, text: string): RegExpExecArray | null {
    const { match, run, groups: count, global, sticky } = this.#compile(pattern);
    const from = global || sticky ? pattern.lastIndex : 0;
    run.text = text;
    for (let at = from; at <= text.length; at++) {
      run.captures.length = 0;
      const end = match(at, (place) => place);
      if (end >= 0) {
        if (global || sticky) pattern.lastIndex = end;
        const groups = Array.from({ length: count + 1 }, (_, index) => {
          const range = run.captures[index];
          return range && this.#uncounted(() => text.substring(range[0], range[1]));
        });
        groups[0] = text.substring(at, end);
        return Object.assign(groups, {
          index: at,
          input: text,
          groups: undefined,
        }) as unknown as RegExpExecArray;
      }
      if (sticky) break;
    }
    if (global || sticky) pattern.lastIndex = 0;
    return null;
  }

  #compile(pattern: RegExp): Compiled {
    const known = this.#compiled.get(pattern);
    if (known) return known;
    const { source, flags } = pattern;
    const key = `${flags}/${source}`;
    const compiled =
      this.#patterns.get(key) ??
      this.#uncounted(() => {
        const tree = new RegExpParser().parsePattern(source, 0, source.length, {
          unicode: flags.includes('u'),
          unicodeSets: flags.includes('v'),
        });
        const groups = new Map<AST.CapturingGroup, number>();
        collectGroups(tree, groups);
        const run: Run = { text: '', captures: [] };
        return {
          match: this.#either(tree.alternatives, { run, flags, groups, wide: /[uv]/.test(flags) }),
          run,
          groups: groups.size,
          global: pattern.global,
          sticky: pattern.sticky,
        };
      });
    this.#patterns.set(key, compiled);
    this.#compiled.set(pattern, compiled);
    return compiled;
  }

  /** The parser runs regular expressions of its own. */
  #uncounted<Result>(run: () => Result): Result {
    const patched = RegExp.prototype.exec;
    const { steps } = this;
    RegExp.prototype.exec = this.#exec;
    try {
      return run();
    } finally {
      RegExp.prototype.exec = patched;
      this.steps = steps;
    }
  }

  #either(alternatives: readonly AST.Alternative[], context: Context): Matcher {
    const matchers = alternatives.map(({ elements }) => this.#sequence(elements, context));
    if (matchers.length === 1 && matchers[0]) return matchers[0];
    return (at, next) => {
      for (const match of matchers) {
        const end = match(at, next);
        if (end >= 0) return end;
      }
      return -1;
    };
  }

  #sequence(elements: readonly AST.Element[], context: Context): Matcher {
    const matchers = elements.map((element) => this.#element(element, context));
    return matchers.reduceRight<Matcher>(
      (after, match) => (at, next) => match(at, (place) => after(place, next)),
      (at, next) => next(at),
    );
  }

  #element(element: AST.Element, context: Context): Matcher {
    const { run, groups } = context;
    switch (element.type) {
      case 'Group':
        return this.#either(element.alternatives, context);
      case 'CapturingGroup': {
        const inside = this.#either(element.alternatives, context);
        const index = groups.get(element) ?? 0;
        return (at, next) =>
          inside(at, (end) => {
            const before = run.captures[index];
            run.captures[index] = [at, end];
            const result = next(end);
            if (result < 0) run.captures[index] = before;
            return result;
          });
      }
      case 'Quantifier':
        return this.#quantifier(element, context);
      case 'Assertion':
        return this.#assertion(element, context);
      case 'Backreference': {
        const group = [element.resolved].flat()[0];
        return (at, next) => {
          const range = group ? run.captures[groups.get(group) ?? 0] : undefined;
          const written = range ? run.text.substring(range[0], range[1]) : '';
          this.steps += written.length + 1;
          return run.text.startsWith(written, at) ? next(at + written.length) : -1;
        };
      }
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass': {
        const fits = this.#single(element.raw, context.flags);
        return (at, next) => {
          const width = this.#widthAt(at, fits, context);
          return width === 0 ? -1 : next(at + width);
        };
      }
      default:
        throw new Error(`${element.type} is not counted: ${element.raw}`);
    }
  }

  #widthAt(at: number, fits: (character: string) => boolean, { run, wide }: Context): number {
    this.steps++;
    if (at >= run.text.length) return 0;
    const character = wide ? String.fromCodePoint(run.text.codePointAt(at) ?? 0) : run.text.charAt(at);
    return fits(character) ? character.length : 0;
  }

  #single(raw: string, flags: string): (character: string) => boolean {
    const kept = [...flags].filter((flag) => 'iusv'.includes(flag)).join('');
    const key = `${kept}/${raw}`;
    const pattern = new RegExp(`^(?:${raw})$`, kept);
    const answers = new Map<string, boolean>();
    const fits =
      this.#characters.get(key) ??
      ((character: string) => {
        const known = answers.get(character) ?? this.#exec.call(pattern, character) !== null;
        answers.set(character, known);
        return known;
      });
    this.#characters.set(key, fits);
    return fits;
  }

  /** One character is repeated in a loop; anything else by recursion. */
  #quantifier({ element, min, max, greedy }: AST.Quantifier, context: Context): Matcher {
    if (
      element.type === 'Character' ||
      element.type === 'CharacterSet' ||
      element.type === 'CharacterClass'
    ) {
      const fits = this.#single(element.raw, context.flags);
      return (at, next) => {
        const ends = [at];
        const grow = (): boolean => {
          const last = ends.at(-1) ?? at;
          const width = ends.length > max ? 0 : this.#widthAt(last, fits, context);
          if (width > 0) ends.push(last + width);
          return width > 0;
        };
        if (greedy) while (grow());
        else while (ends.length <= min && grow());
        if (ends.length <= min) return -1;
        for (let count = ends.length - 1; count >= min; ) {
          this.steps++;
          const end = next(ends[count] ?? at);
          if (end >= 0) return end;
          if (greedy) count--;
          else if (grow()) count++;
          else return -1;
        }
        return -1;
      };
    }
    const inside = this.#element(element, context);
    const repeat = (at: number, count: number, next: Next): number => {
      this.steps++;
      const more = () =>
        count >= max
          ? -1
          : inside(at, (end) => (end === at && count >= min ? -1 : repeat(end, count + 1, next)));
      if (count < min) return more();
      if (!greedy) {
        const end = next(at);
        return end >= 0 ? end : more();
      }
      const end = more();
      return end >= 0 ? end : next(at);
    };
    return (at, next) => repeat(at, 0, next);
  }

  #assertion(assertion: AST.Assertion, context: Context): Matcher {
    const { run, flags } = context;
    const isWord = this.#single('\\w', '');
    if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') {
      const inside = this.#either(assertion.alternatives, context);
      const holds = (at: number): boolean =>
        assertion.kind === 'lookahead'
          ? inside(at, (end) => end) >= 0
          : // Those of this project are at most two characters wide.
            [0, 1, 2].some(
              (width) => at >= width && inside(at - width, (end) => (end === at ? end : -1)) >= 0,
            );
      return (at, next) => (holds(at) === assertion.negate ? -1 : next(at));
    }
    return (at, next) => {
      this.steps++;
      const before = run.text.charAt(at - 1);
      const after = run.text.charAt(at);
      const isTrue =
        assertion.kind === 'start'
          ? at === 0 || (flags.includes('m') && before === '\n')
          : assertion.kind === 'end'
            ? at === run.text.length || (flags.includes('m') && after === '\n')
            : (isWord(before) !== isWord(after)) !== (assertion.kind === 'word' && assertion.negate);
      return isTrue ? next(at) : -1;
    };
  }
}

const counter = new Counter();

interface Context {
  readonly run: Run;
  readonly flags: string;
  /** Whether a character may be two units of the text. */
  readonly wide: boolean;
  readonly groups: ReadonlyMap<AST.CapturingGroup, number>;
}

function collectGroups(node: AST.Node, groups: Map<AST.CapturingGroup, number>): void {
  if (node.type === 'CapturingGroup') groups.set(node, groups.size + 1);
  if ('alternatives' in node) for (const alternative of node.alternatives) collectGroups(alternative, groups);
  else if (node.type === 'Alternative') for (const element of node.elements) collectGroups(element, groups);
  else if (node.type === 'Quantifier') collectGroups(node.element, groups);
}

function costOf(
  name: (typeof scanning)[number],
  text: string,
  [searched, from]: unknown[],
  result: unknown,
): number {
  if (name === 'indexOf')
    return (Number(result) < 0 ? text.length : Number(result)) - (Number(from) || 0) + 1;
  return name === 'includes' || name === 'lastIndexOf' || searched !== '' ? text.length : 1;
}
