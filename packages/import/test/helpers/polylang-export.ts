import { exportFile } from './export-file.ts';

const inLanguage = (code: string, group: string) =>
  `<category domain="language" nicename="${code}"><![CDATA[${code}]]></category>` +
  (group === ''
    ? ''
    : `<category domain="post_translations" nicename="pll_${group}"><![CDATA[pll_${group}]]></category>`);
const category = (slug: string) =>
  `<category domain="category" nicename="${slug}"><![CDATA[${slug}]]></category>`;
const term = (taxonomy: string, id: number, slug: string, name: string, description = '', parent = '') =>
  `<wp:term><wp:term_id>${id}</wp:term_id><wp:term_taxonomy>${taxonomy}</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug><wp:term_parent>${parent}</wp:term_parent><wp:term_name><![CDATA[${name}]]></wp:term_name><wp:term_description><![CDATA[${description}]]></wp:term_description></wp:term>`;
const oldCategory = (id: number, slug: string, name: string, parent = '') =>
  `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name><![CDATA[${name}]]></wp:cat_name></wp:category>`;

const head =
  oldCategory(3, 'garden', 'Garden') +
  oldCategory(4, 'garten', 'Garten') +
  oldCategory(5, 'tools', 'Tools', 'garden') +
  oldCategory(6, 'werkzeug', 'Werkzeug', 'garten') +
  oldCategory(7, 'nur-deutsch', 'Nur deutsch') +
  term(
    'language',
    10,
    'en',
    'English',
    'a:3:{s:6:"locale";s:5:"en_US";s:3:"rtl";i:0;s:9:"flag_code";s:2:"us";}',
  ) +
  term(
    'language',
    11,
    'de',
    'Deutsch',
    'a:3:{s:6:"locale";s:5:"de_DE";s:3:"rtl";i:0;s:9:"flag_code";s:2:"de";}',
  ) +
  term('term_language', 12, 'pll_de', 'Deutsch') +
  term('post_translations', 13, 'pll_a', 'pll_a', 'a:2:{s:2:"en";i:21;s:2:"de";i:22;}') +
  term('term_translations', 14, 'pll_t', 'pll_t', 'a:2:{s:2:"en";i:3;s:2:"de";i:4;}') +
  term('term_translations', 15, 'pll_u', 'pll_u', 'a:2:{s:2:"en";i:5;s:2:"de";i:6;}');
const old = 'https://old.example';
const items = [
  { id: 21, slug: 'bee', more: inLanguage('en', 'a') + category('tools') },
  { id: 22, slug: 'biene', link: `${old}/de/biene/`, more: inLanguage('de', 'a') + category('werkzeug') },
  {
    id: 23,
    slug: 'ant',
    more: inLanguage('en', '') + category('garden'),
    content: `<a href="${old}/de/biene/">Biene</a>`,
  },
  {
    id: 24,
    slug: 'ameise',
    link: `${old}/de/ameise/`,
    more: inLanguage('de', 'b') + category('nur-deutsch'),
  },
  { id: 25, slug: 'home', type: 'page', link: `${old}/`, more: inLanguage('en', 'h') },
  { id: 26, slug: 'start', type: 'page', link: `${old}/de/`, more: inLanguage('de', 'h') },
  { id: 27, slug: 'about', type: 'page', more: inLanguage('en', 'p') },
  { id: 28, slug: 'ueber', type: 'page', link: `${old}/de/ueber/`, more: inLanguage('de', 'p') },
  {
    id: 29,
    slug: 'team',
    type: 'page',
    parent: 28,
    link: `${old}/de/ueber/team/`,
    more: inLanguage('de', ''),
  },
  { id: 30, slug: 'idea', status: 'draft', more: inLanguage('en', 'd') },
  { id: 31, slug: 'einfall', link: `${old}/de/einfall/`, more: inLanguage('de', 'd') },
];

/** An export of WordPress with Polylang: posts, pages and categories in English and German, as the plugin writes them. */
export const polylangExport = exportFile(items, head);
