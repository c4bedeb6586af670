/**
 * Removes metadata (places, devices, times, sensor tracks) from MP4, MOV, M4A and 3GP (ISO/IEC 14496-12). Boxes become
 * `free` boxes of the same size, so that offsets stay valid.
 */

interface Box {
  readonly type: string;
  readonly start: number;
  /** Where its content begins. */
  readonly body: number;
  readonly end: number;
}

/** Boxes that players need, by their parent box; `file` for those at the top. All others of these are emptied. */
const needed: Readonly<Record<string, ReadonlySet<string>>> = {
  file: new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra', 'pdin']),
  moov: new Set(['mvhd', 'trak', 'mvex', 'iods', 'pssh', 'cmov', 'udta']),
  trak: new Set(['tkhd', 'edts', 'mdia', 'tref', 'trgr', 'tapt', 'load', 'clip', 'matt']),
  mdia: new Set(['mdhd', 'hdlr', 'elng', 'minf']),
  udta: new Set(['chpl', 'meta']),
  // What players show of a song or an episode.
  ilst: new Set('©nam ©ART aART ©alb ©gen gnre ©wrt trkn disk cpil pgap stik covr'.split(' ')),
};

const shownTracks: ReadonlySet<string> = new Set(
  'vide soun auxv pict hint tmcd odsm sdsm text sbtl subt clcp'.split(' '),
);
const textTracks: ReadonlySet<string> = new Set(['text', 'sbtl', 'subt', 'clcp']);

/** A copy without metadata; null if damaged, with a compressed index, or fragmented with sensor data. */
export function stripMp4(bytes: Uint8Array): Uint8Array | null {
  try {
    return withoutMetadata(Buffer.from(bytes));
  } catch (error) {
    // A table points outside the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function withoutMetadata(file: Buffer): Buffer | null {
  const top = [...boxesIn(file, 0, file.length)];
  const movie = top.find(({ type }) => type === 'moov');
  if (!movie || top.at(-1)?.end !== file.length) return null;
  const isFragmented = top.some(({ type }) => type === 'moof');
  // Samples of one video share no bytes; a table may still name the same ones again and again.
  const budget = { left: 8 * file.length };
  // Before anything is emptied that says where samples are.
  for (const track of childrenOf(file, movie, 'trak')) {
    if (!holdsSensorData(file, track, budget)) continue;
    if (isFragmented) return null;
    for (const [start, end] of samplesOf(file, track, budget)) file.fill(0, start, end);
    empty(file, track);
  }
  for (const box of top) if (!needed.file?.has(box.type)) empty(file, box);
  if (childrenOf(file, movie, 'cmov').length > 0) return null;
  strip(file, movie);
  return file;
}

/** Empties what is not needed in a box and those below it, and their times and names. */
function strip(file: Buffer, parent: Box): void {
  for (const box of boxesIn(file, parent.body, parent.end)) {
    if (!needed[parent.type]?.has(box.type)) empty(file, box);
    else if (box.type === 'meta') stripSong(file, box);
    else if (box.type === 'mvhd' || box.type === 'tkhd' || box.type === 'mdhd') eraseTimes(file, box);
    else if (box.type === 'hdlr') file.fill(0, Math.min(box.body + 24, box.end), box.end);
    else if (box.type === 'minf') eraseEncoders(file, box);
    else if (needed[box.type]) strip(file, box);
  }
}

/** Keeps what players show of the list that iTunes introduced; other lists are those of cameras. */
function stripSong(file: Buffer, meta: Box): void {
  // ISO's box has a version and flags, QuickTime's has not.
  const from = nameAt(file, meta.body + 4) === 'hdlr' ? meta.body : meta.body + 4;
  const inside = [...boxesIn(file, from, meta.end)];
  const handler = inside.find(({ type }) => type === 'hdlr');
  if (!handler || nameAt(file, handler.body + 8) !== 'mdir') {
    empty(file, meta);
    return;
  }
  for (const box of inside) {
    if (box.type === 'hdlr') continue;
    if (box.type !== 'ilst') empty(file, box);
    else strip(file, box);
  }
  for (const list of inside.filter(({ type }) => type === 'ilst')) {
    // A cover may be a photo with metadata of its own.
    for (const cover of childrenOf(file, list, 'covr')) {
      const image = file.subarray(cover.body, cover.end);
      if (image.includes('Exif\0') || image.includes('http://ns.adobe.com/xap/')) empty(file, cover);
    }
  }
}

/** Sensors have tracks of their own; drones also write into subtitles where they are. */
function holdsSensorData(file: Buffer, track: Box, budget: Budget): boolean {
  const [handler] = find(file, track, 'mdia', 'hdlr');
  const type = handler ? nameAt(file, handler.body + 8) : '';
  if (!textTracks.has(type)) return !shownTracks.has(type);
  return samplesOf(file, track, budget).some(([start, end]) =>
    /\bGPS\b|latitude/i.test(file.toString('latin1', start, end)),
  );
}

/** Bytes of samples that may still be read. */
interface Budget {
  left: number;
}

/** Byte range of each sample of a track. Throws a RangeError when all samples are many times as long as the file. */
function* samplesOf(file: Buffer, track: Box, budget: Budget): Generator<readonly [number, number]> {
  const tables = find(file, track, 'mdia', 'minf', 'stbl')[0];
  if (!tables) return;
  const [toChunk] = childrenOf(file, tables, 'stsc');
  const [sizes] = childrenOf(file, tables, 'stsz');
  const offsets = [...boxesIn(file, tables.body, tables.end)].find(({ type }) =>
    /^(?:stco|co64)$/.test(type),
  );
  if (!toChunk || !sizes || !offsets) return;
  const wide = offsets.type === 'co64';
  const sameSize = file.readUInt32BE(sizes.body + 4);
  const runs = file.readUInt32BE(toChunk.body + 4);
  let run = 0;
  let sample = 0;
  for (let chunk = 0; chunk < file.readUInt32BE(offsets.body + 4); chunk++) {
    const at = offsets.body + 8 + chunk * (wide ? 8 : 4);
    let start = wide ? Number(file.readBigUInt64BE(at)) : file.readUInt32BE(at);
    const runAt = (index: number) => toChunk.body + 8 + 12 * index;
    while (run + 1 < runs && file.readUInt32BE(runAt(run + 1)) <= chunk + 1) run++;
    for (let left = file.readUInt32BE(runAt(run) + 4); left > 0; left--, sample++) {
      const end = start + (sameSize || file.readUInt32BE(sizes.body + 12 + 4 * sample));
      budget.left -= end - start + 1;
      if (budget.left < 0) throw new RangeError('the tables name the same bytes again and again');
      yield [start, end];
      if (end > file.length) return;
      start = end;
    }
  }
}

function eraseTimes(file: Buffer, { body, end }: Box): void {
  const length = file[body] === 1 ? 16 : 8;
  file.fill(0, body + 4, Math.min(body + 4 + length, end));
}

/** Names of encoders in the descriptions of video samples: `GoPro AVC encoder`. */
function eraseEncoders(file: Buffer, media: Box): void {
  if (childrenOf(file, media, 'vmhd').length === 0) return;
  for (const description of find(file, media, 'stbl', 'stsd')) {
    for (const { start, end } of boxesIn(file, description.body + 8, description.end))
      if (start + 82 <= end) file.fill(0, start + 50, start + 82);
  }
}

function empty(file: Buffer, { start, body, end }: Box): void {
  file.write('free', start + 4, 'latin1');
  file.fill(0, body, end);
}

function find(file: Buffer, from: Box, ...path: readonly string[]): Box[] {
  return path.reduce((found, type) => found.flatMap((box) => childrenOf(file, box, type)), [from]);
}

function childrenOf(file: Buffer, { body, end }: Box, type: string): Box[] {
  return [...boxesIn(file, body, end)].filter((box) => box.type === type);
}

/** The boxes of a part of the file; ends at one that does not fit. */
function* boxesIn(file: Buffer, from: number, to: number): Generator<Box> {
  for (let start = from; start + 8 <= to; ) {
    const written = file.readUInt32BE(start);
    const isLarge = written === 1 && start + 16 <= to;
    const body = start + (isLarge ? 16 : 8);
    const end = written === 0 ? to : start + (isLarge ? Number(file.readBigUInt64BE(start + 8)) : written);
    if (end < body || end > to) return;
    yield { type: nameAt(file, start + 4), start, body, end };
    start = end;
  }
}

function nameAt(file: Buffer, at: number): string {
  return file.toString('latin1', at, at + 4);
}
