/** A figure that was taken again and again: hours since the start, and its value. */
export type Sample = readonly [hours: number, value: number];

/**
 * The slope of a line through the samples, by least squares, with its 95 % interval. Neighbouring samples resemble each
 * other, so the samples are averaged in up to 20 blocks first, which are taken as independent.
 */
export function slopeOf(samples: readonly Sample[]): { slope: number; margin: number } {
  const size = Math.ceil(samples.length / 20);
  const blocks = Array.from({ length: Math.floor(samples.length / size) }, (_, index) => {
    const own = samples.slice(index * size, (index + 1) * size);
    return [0, 1].map((part) => own.reduce((sum, sample) => sum + (sample[part] ?? 0), 0) / own.length);
  }) as unknown as Sample[];
  const count = blocks.length;
  const mean = (part: 0 | 1) => blocks.reduce((sum, block) => sum + block[part], 0) / count;
  const [middle, level] = [mean(0), mean(1)];
  const spread = blocks.reduce((sum, [x]) => sum + (x - middle) ** 2, 0);
  const slope = blocks.reduce((sum, [x, y]) => sum + (x - middle) * (y - level), 0) / spread;
  const rest = blocks.reduce((sum, [x, y]) => sum + (y - level - slope * (x - middle)) ** 2, 0);
  return { slope, margin: studentT(count - 2) * Math.sqrt(rest / (count - 2) / spread) };
}

/** The 97.5 % point of Student's distribution: exact to 1 % from three degrees of freedom on. */
function studentT(freedom: number): number {
  const z = 1.96;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}

/** Small charts below each other, each with its own scale from zero. */
export function drawCharts(charts: Readonly<Record<string, readonly Sample[]>>): string {
  const [width, height, row] = [640, 80, 120];
  const rows = Object.entries(charts).map(([title, samples], index) => {
    const end = Math.max(...samples.map(([x]) => x), 1e-9);
    const top = Math.max(...samples.map(([, y]) => y), 1e-9);
    const points = samples.map(
      ([x, y]) => `${((x / end) * width).toFixed(1)},${(height - (y / top) * height).toFixed(1)}`,
    );
    return `<g transform="translate(20 ${30 + index * row})">
<text y="-8">${title} (top ${top.toPrecision(3)}, ${end.toFixed(2)} h)</text>
<path d="M0 0V${height}H${width}" fill="none" stroke="#999"/>
<polyline points="${points.join(' ')}" fill="none" stroke="#06c"/>
</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 40}" height="${rows.length * row + 20}" font-family="sans-serif" font-size="13">
${rows.join('\n')}
</svg>
`;
}
