/**
 * Remembers the last answer of a pure function of objects: those who ask for the same thing one after the other
 * share the work, and nothing is held for longer. Arguments are compared by identity.
 */
export function keepLast<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  let last: { readonly given: Given; readonly made: Made } | null = null;
  return (...given) => {
    if (!last?.given.every((value, index) => value === given[index])) last = { given, made: make(...given) };
    return last.made;
  };
}
