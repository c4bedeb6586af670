import type { Report } from './json-report.ts';

/** The score as an SVG image for a page or a README. */
export function renderBadge({ score }: Report): string {
  const text = score === null ? '–' : `${score}/100`;
  const colour = score === null ? '#555' : score >= 90 ? '#176b2c' : score >= 70 ? '#7a5200' : '#b3261e';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="20" role="img" aria-label="agent-ready ${text}"><title>agent-ready ${text}</title>
<rect width="150" height="20" rx="3" fill="#333"/><path d="M92 0h55a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H92z" fill="${colour}"/>
<g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle"><text x="46" y="14">agent-ready</text><text x="121" y="14">${text}</text></g></svg>
`;
}
