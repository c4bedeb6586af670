import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { layOutProject } from '../../helpers/project-copy.ts';

/** A personal site in English, German and Arabic with every type of page and image, for the contact sheets. */

interface Words {
  readonly site: string;
  readonly about: string;
  readonly posts: readonly string[];
  readonly text: string;
  readonly heading: string;
  readonly note: string;
  readonly guide: readonly string[];
  readonly talk: string;
  readonly tool: string;
  readonly terms: readonly string[];
  readonly series: string;
  readonly comment: string;
  readonly secret: string;
  readonly kinds: readonly [link: string, audio: string, diagram: string];
}

const words: Readonly<Record<string, Words>> = {
  en: {
    site: 'Garden notes',
    about: 'Notes about soil, seeds and the weather, from a small garden by the river.',
    posts: [
      'Sowing in cold soil',
      'What the frost left',
      'A bed for the shade',
      'Water, twice a week',
      'Compost in autumn',
      'The first tomatoes',
    ],
    text: 'The ground is warm enough when a hand stays in it for a minute. Until then, seeds wait in a dry place, sorted by the month in which they leave it.',
    heading: 'What it takes',
    note: 'A thermometer says the same, a little later.',
    guide: ['Guide', 'Soil', 'Seeds', 'Tools'],
    talk: 'A garden in ten minutes',
    tool: 'Sowing calendar',
    terms: ['Beds', 'Weather'],
    series: 'One year',
    comment: 'Does it work with clay, too?',
    secret: 'For friends',
    kinds: ['A calendar of frost dates', 'Walking along the hedge', 'Where the water goes'],
  },
  de: {
    site: 'Gartennotizen',
    about: 'Notizen über Erde, Samen und Wetter, aus einem kleinen Garten am Fluss.',
    posts: [
      'Aussaat in kalter Erde',
      'Was der Frost übrig ließ',
      'Ein Beet für den Schatten',
      'Wasser, zweimal in der Woche',
      'Kompost im Herbst',
      'Die ersten Tomaten',
    ],
    text: 'Die Erde ist warm genug, wenn eine Hand eine Minute in ihr bleibt. Bis dahin warten die Samen an einem trockenen Ort, nach dem Monat geordnet, in dem sie ihn verlassen.',
    heading: 'Was dazugehört',
    note: 'Ein Thermometer sagt dasselbe, nur etwas später.',
    guide: ['Anleitung', 'Erde', 'Samen', 'Werkzeug'],
    talk: 'Ein Garten in zehn Minuten',
    tool: 'Aussaatkalender',
    terms: ['Beete', 'Wetter'],
    series: 'Ein Jahr',
    comment: 'Geht das auch mit Lehm?',
    secret: 'Für Freunde',
    kinds: ['Ein Kalender der Frosttage', 'An der Hecke entlang', 'Wohin das Wasser fließt'],
  },
  ar: {
    site: 'دفتر الحديقة',
    about: 'ملاحظات عن التربة والبذور والطقس، من حديقة صغيرة قرب النهر.',
    posts: [
      'البذر في تربة باردة',
      'ما تركه الصقيع',
      'حوض للظل',
      'الماء مرتين في الأسبوع',
      'السماد في الخريف',
      'أول الطماطم',
    ],
    text: 'تكون التربة دافئة بما يكفي حين تبقى اليد فيها دقيقة كاملة. حتى ذلك الحين تنتظر البذور في مكان جاف، مرتبة بحسب الشهر الذي تغادره فيه.',
    heading: 'ما يلزم',
    note: 'مقياس الحرارة يقول الشيء نفسه، متأخرًا قليلًا.',
    guide: ['الدليل', 'التربة', 'البذور', 'الأدوات'],
    talk: 'حديقة في عشر دقائق',
    tool: 'تقويم البذر',
    terms: ['الأحواض', 'الطقس'],
    series: 'سنة واحدة',
    comment: 'هل ينجح هذا مع الطين أيضًا؟',
    secret: 'للأصدقاء',
    kinds: ['تقويم أيام الصقيع', 'نزهة بجانب السياج', 'إلى أين يذهب الماء'],
  },
};

/** One page of each type in a language, by the name in the sheet. */
export function sheetPages(language: string): Readonly<Record<string, string>> {
  const root = language === 'en' ? '' : `/${language}`;
  return {
    home: `${root}/`,
    post: `${root}/post-1/`,
    locked: `${root}/secret/`,
    section: `${root}/guide/`,
    page: `${root}/guide/page-2/`,
    talk: `${root}/talks/talk/`,
    plugin: `${root}/plugins/tool/`,
    posts: `${root}/blog/`,
    category: `${root}/category/beds/`,
    categories: `${root}/category/`,
    series: `${root}/series/${words[language]?.series.toLowerCase().replace(' ', '-')}/`,
    author: `${root}/author/owner/`,
    year: `${root}/2026/`,
    feeds: `${root}/feeds/`,
    search: `${root}/search/`,
    contact: `${root}/contact/`,
    'not-found': `${root}/no-such-page/`,
  };
}

export async function layOutSheetSite(folder: string, look: string, form = 'letter'): Promise<void> {
  layOutProject(folder);
  const files: Record<string, string> = { 'src/site.ts': settings(look, form) };
  const [first, second] = ['beds', 'weather'];
  files['content/categories.yaml'] = [first, second]
    .map((slug, index) => {
      const names = ['de', 'ar'].map(
        (language) => `    ${language}: { name: ${words[language]?.terms[index]}, slug: ${slug} }`,
      );
      return `- slug: ${slug}\n  name: ${words.en?.terms[index]}\n  translations:\n${names.join('\n')}\n`;
    })
    .join('');
  files['content/authors.yaml'] = JSON.stringify([
    {
      slug: 'owner',
      name: words.en?.site,
      description: words.en?.about,
      image: '/owner.jpg',
      links: social,
      translations: Object.fromEntries(
        ['de', 'ar'].map((language) => [
          language,
          { name: words[language]?.site, description: words[language]?.about },
        ]),
      ),
    },
  ]);
  for (const language of Object.keys(words)) Object.assign(files, contentOf(language));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  for (const [index, hue] of [95, 205, 265, 190, 30, 10].entries())
    await drawImage(join(folder, `content/posts/image-${index + 1}.jpg`), hue, 1600, 1000);
  await drawImage(join(folder, 'public/owner.jpg'), 150, 256, 256);
  await drawDiagram(join(folder, 'content/posts/diagram.png'));
}

const social = [{ label: 'Mastodon', url: 'https://social.example/@garden' }];

function settings(look: string, form: string): string {
  const own = (language: string) => {
    const { site, about, guide = [], posts = [] } = words[language] ?? {};
    const root = language === 'en' ? '' : `/${language}`;
    const navigation = [
      { label: guide[0], path: `${root}/guide/` },
      { label: posts[0]?.split(' ')[0], path: `${root}/blog/` },
    ];
    return { title: site, description: about, navigation };
  };
  const site = {
    ...own('en'),
    url: 'http://127.0.0.1',
    language: 'en',
    look,
    timezone: 'Europe/Berlin',
    owner: { name: words.en?.site, slug: 'owner', description: words.en?.about, image: '/owner.jpg' },
    social,
    permalinks: { archive: '/blog/' },
    home: { talks: 1, form },
    connect: { comments: { service: 'contact' } },
    languages: { de: own('de'), ar: own('ar') },
  };
  return `export const site = ${JSON.stringify(site, null, 2)} as const;\n`;
}

function contentOf(language: string): Record<string, string> {
  const said = words[language];
  if (!said) return {};
  const suffix = language === 'en' ? '' : `.${language}`;
  const files: Record<string, string> = {};
  const document = (fields: string, body: string) => `---\n${fields}\n---\n\n${body}\n`;
  for (const [index, title] of said.posts.entries()) {
    const fields = [
      `title: "${title}"`,
      `slug: post-${index + 1}`,
      `date: 202${index < 4 ? 6 : 5}-0${6 - index}-10T09:00:00`,
      `description: "${said.text.split(/[.،]/)[0]}."`,
      `categories: [${index % 2 ? 'weather' : 'beds'}]`,
      `image: image-${index + 1}.jpg`,
      `imageAlt: "${title}"`,
      ...(index < 2 ? [`series: "${said.series}"`] : []),
      ...(index === 2 ? ['sticky: true'] : []),
      `id: ${1000 * (1 + Object.keys(words).indexOf(language)) + index}`,
    ];
    const body = `${said.text}[^1]\n\n## ${said.heading}\n\n${said.text}\n\n> [!TIP]\n> ${said.note}\n\n| A | B |\n| --- | ---: |\n| ${said.terms[0]} | 12 |\n\n## ${said.terms[1]}\n\n- [x] ${said.terms[0]}\n- [ ] ${said.terms[1]}\n\n\`\`\`js\nconst depth = 2;\n\`\`\`\n\n## ${said.series}\n\n${said.text}\n\n[^1]: ${said.note}`;
    files[`content/posts/post-${index + 1}${suffix}.md`] = document(fields.join('\n'), body);
  }
  const id = 1000 * (1 + Object.keys(words).indexOf(language));
  files[`content/comments/${id}.yaml`] =
    `- { id: ${id}, name: Ada, date: 2026-06-11T08:00:00, text: "${said.comment}" }\n`;
  const [link, audio, diagram] = said.kinds;
  const kinds: Record<string, [fields: string, body: string]> = {
    link: [`title: "${link}"\nlink: https://frost.example/calendar`, said.note],
    note: [`title: ""`, said.note],
    audio: [`title: "${audio}"\nformat: audio`, said.text],
    photo: [
      `title: "${said.heading}"\nimage: image-4.jpg`,
      '![](image-2.jpg)\n![](image-3.jpg)\n![](image-5.jpg)',
    ],
    diagram: [`title: "${diagram}"\nimage: diagram.png`, said.text],
  };
  for (const [index, [slug, [fields, body]]] of Object.entries(kinds).entries())
    files[`content/posts/${slug}${suffix}.md`] = document(
      `${fields}\nslug: ${slug}\ndate: 2026-0${5 - index}-20T09:00:00`,
      body,
    );
  files[`content/posts/secret${suffix}.md`] = document(
    `title: "${said.secret}"\nslug: secret\ndate: 2025-01-01\npassword: open`,
    said.text,
  );
  files[`content/pages/guide${suffix}.md`] = document(`title: "${said.guide[0]}"\nslug: guide`, said.text);
  for (const [index, title] of said.guide.slice(1).entries())
    files[`content/pages/guide/page-${index + 1}${suffix}.md`] = document(
      `title: "${title}"\nslug: page-${index + 1}\norder: ${index}`,
      `${said.text}\n\n## ${said.heading}\n\n${said.text}`,
    );
  files[`content/talks/talk${suffix}.md`] = document(
    `title: "${said.talk}"\nslug: talk\ndate: 2026-03-01\nevent: ${said.terms[1]}\nlocation: Berlin`,
    said.text,
  );
  files[`content/plugins/tool${suffix}.md`] = document(
    `title: "${said.tool}"\nslug: tool\nversion: "1.2"`,
    said.text,
  );
  return files;
}

/** Boxes that reach from side to side. */
async function drawDiagram(file: string): Promise<void> {
  const box = (at: number) =>
    `<rect x="${at}" y="120" width="200" height="120" fill="#dceefc" stroke="#335"/><text x="${at + 100}" y="190" font-size="36" text-anchor="middle">${at}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="360"><rect width="100%" height="100%" fill="#fff"/>${[20, 420, 800, 1180].map(box).join('')}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
}

/** A landscape of two hills, so that sheets show where images are and how they are cut. */
async function drawImage(file: string, hue: number, width: number, height: number): Promise<void> {
  const hill = (at: number, light: number) =>
    `<path fill="hsl(${hue} 45% ${light}%)" d="M0 ${height * at} Q${width * 0.3} ${height * (at - 0.35)} ${width * 0.6} ${height * at} T${width} ${height * at} V${height} H0Z"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 55% 85%)"/><circle cx="${width * 0.75}" cy="${height * 0.25}" r="${height * 0.09}" fill="hsl(${hue + 40} 80% 94%)"/>${hill(0.6, 55)}${hill(0.8, 35)}</svg>`;
  mkdirSync(dirname(file), { recursive: true });
  await sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toFile(file);
}
