export default function preview(): never {
  throw new Error('not yet');
}
