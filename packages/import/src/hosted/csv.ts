/** Rows of a CSV file (RFC 4180) by the names in its first line. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  const source = text.replace(/^\ufeff/, '');
  while (cell.lastIndex < source.length) {
    const match = cell.exec(source);
    // A stray quotation mark: the rest of the line is no cell.
    if (!match) break;
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  const [names = [], ...lines] = rows;
  return lines.map((cells) =>
    Object.fromEntries(names.map((name, index) => [name.trim(), cells[index] ?? ''])),
  );
}
