import { describe, expect, it } from 'vitest';
import { audioOf } from '../../src/write/front-matter-fields.ts';
import { exportedComment, exportedMeta } from '../helpers/export-file.ts';
import { ImportedSite } from '../helpers/imported-site.ts';

/** Body of a post with this text, and what the report says of it. */
async function convert(content: string, more = '', patterns: readonly string[] = []) {
  using site = await ImportedSite.fromWordPress([
    { id: 1, slug: 'post', content, more },
    ...patterns.map((text, index) => ({ id: 9 + index, type: 'wp_block', content: text })),
  ]);
  const body = site.document('-post').split('---\n').slice(2).join('---\n').trim();
  const losses = site.report.losses.filter(({ place }) => place?.id === 1);
  return { body, lost: losses.map(({ code, what }) => `${code} ${what}`) };
}

describe('a bare address', () => {
  const tweet = 'https://twitter.com/ada/status/20';
  const stored = (value: string) => exportedMeta('_oembed_0123456789abcdef0123456789abcdef', value);
  const words = stored(
    `<blockquote class="twitter-tweet"><p>Just a <b>hive</b></p>&mdash; Ada <a href="${tweet}?ref_src=twsrc">2006</a></blockquote><script async src="https://platform.twitter.com/widgets.js"></script>`,
  );
  it.each([
    `Look:\n\n${tweet}\n\nEnd`,
    `Look:\n\n[embed]${tweet}[/embed]\n\nEnd`,
    `<!-- wp:paragraph --><p>Look:</p><!-- /wp:paragraph --><!-- wp:embed {"url":"${tweet}"} --><figure><div>${tweet}</div></figure><!-- /wp:embed --><!-- wp:paragraph --><p>End</p><!-- /wp:paragraph -->`,
  ])('of a social post has the words of the export: %s', async (content) => {
    const { body, lost } = await convert(content, words);
    expect(body).toMatch(
      /^Look:\n\n> Just a \*\*hive\*\*\n>\n> — Ada \[2006\]\(https:\S+\)\n\n<https:\/\/twitter\.com\/ada\/status\/20>\n\nEnd$/,
    );
    expect(lost).toEqual([`embed-as-link ${tweet}`]);
  });

  it('is named where nothing is known of it, and not where the old site showed a link', async () => {
    expect(await convert(tweet)).toEqual({ body: `<${tweet}>`, lost: [`embed-as-link ${tweet}`] });
    expect((await convert(tweet, stored('{{unknown}}'))).lost).toEqual([]);
  });

  it('of a sound or video is a player', async () => {
    expect((await convert('https://files.example/bees.mp3')).body).toContain(
      '<audio src="https://files.example/bees.mp3"',
    );
    expect((await convert('[embed]https://files.example/bees.mp4[/embed]')).body).toContain('<video src=');
  });

  it('whose words no document has any more is named', async () => {
    expect((await convert('Words.', words)).lost).toEqual([
      'field-not-kept _oembed_0123456789abcdef0123456789abcdef: Just a hive — Ada 2006',
    ]);
  });
});

describe('code', () => {
  it('stays code, whatever is in it', async () => {
    const { body, lost } = await convert(
      'Use <code>[gallery]</code>.\n\n<pre>[caption]x[/caption]\nhttps://youtu.be/dQw4w9WgXcQ\n</pre>\n\n[code][playlist ids="1"][/code]\n\n<!--more-->',
    );
    expect(body).toContain('Use `[gallery]`.');
    expect(body).toContain('```\n[caption]x[/caption]\nhttps://youtu.be/dQw4w9WgXcQ\n```');
    expect(body).toContain('```\n[playlist ids="1"]\n```');
    expect(lost).toEqual([]);
  });

  it('keeps its tags among blocks too', async () => {
    const { body, lost } = await convert(
      '<!-- wp:shortcode -->\n[code language="php"]<?php echo "a"; ?>[/code]\n<!-- /wp:shortcode --><!-- wp:paragraph --><p>Write <code>[code]a[/code]</code>.</p><!-- /wp:paragraph -->',
    );
    expect(body).toBe('```php\n<?php echo "a"; ?>\n```\n\nWrite `[code]a[/code]`.');
    expect(lost).toEqual([]);
  });

  it.each([
    [
      '<pre class="EnlighterJSRAW" data-enlighter-language="js" data-enlighter-title="main.js">a</pre>',
      'js title="main.js"',
    ],
    ['<pre class="lang:php decode:true" title="a.php">a</pre>', 'php title="a.php"'],
    ['<pre class="brush: css; title: look.css; notranslate">a</pre>', 'css title="look.css"'],
    ['<pre data-title="Log">a</pre>', 'text title="Log"'],
    ['[php title="b.php"]a[/php]', 'php title="b.php"'],
    ['[crayon lang="yaml" title="c.yaml"]a[/crayon]', 'yaml title="c.yaml"'],
    ['<!-- wp:shortcode -->[sourcecode lang="css"]a[/sourcecode]<!-- /wp:shortcode -->', 'css'],
    [
      '<!-- wp:syntaxhighlighter/code {"language":"rust"} --><pre>a</pre><!-- /wp:syntaxhighlighter/code -->',
      'rust',
    ],
    [
      '<!-- wp:acme/code-box {"lang":"go","fileName":"m.go"} --><div><pre>a</pre></div><!-- /wp:acme/code-box -->',
      'go title="m.go"',
    ],
  ])('keeps its language and title: %s', async (content, info) => {
    expect(await convert(content)).toEqual({ body: `\`\`\`${info}\na\n\`\`\``, lost: [] });
  });
});

it.each([
  '<!-- wp:paragraph {"metadata":{"blockVisibility":false}} --><p>Hidden words</p><!-- /wp:paragraph -->',
  '<!-- wp:group {"blockVisibility":{"hideBlock":true}} --><div><!-- wp:paragraph --><p>Hidden words</p><!-- /wp:paragraph --></div><!-- /wp:group -->',
  '<p hidden>Hidden words</p>',
  '<p style="color: red; display:none">Hidden words</p>',
  '<p>Seen <span style="visibility: hidden">Hidden words</span></p>',
])('what was hidden stays hidden, and is named: %s', async (content) => {
  const { body, lost } = await convert(`${content}<!-- wp:paragraph --><p>Seen</p><!-- /wp:paragraph -->`);
  expect(body).not.toContain('Hidden');
  expect(lost).toEqual([expect.stringMatching(/^html-removed hidden .*Hidden words$/)]);
});

it('what opened at a click is in the text, and named', async () => {
  const { body, lost } = await convert('<div style="display:none">Answer words</div>');
  expect(body).toBe('Answer words');
  expect(lost).toEqual(['html-removed hidden <div>: Answer words']);
});

describe('a synced pattern', () => {
  const pattern =
    '<!-- wp:heading {"metadata":{"name":"Head"}} --><h2>Old head</h2><!-- /wp:heading -->' +
    '<!-- wp:group --><div><!-- wp:button {"metadata":{"name":"Button"}} --><div><a href="https://o.example/">Old</a></div><!-- /wp:button --></div><!-- /wp:group -->' +
    '<!-- wp:image {"metadata":{"name":"Image"}} --><figure><img src="https://o.example/o.png" alt="Old"/></figure><!-- /wp:image -->';
  it('has the words, links and images of the place that uses it', async () => {
    const content = {
      Head: { content: 'New <em>head</em> $1' },
      Button: { text: 'Go', url: 'https://n.example/?a=1&b=2', linkTarget: '_blank' },
      Image: { url: 'https://n.example/n.png', alt: 'New "view"', id: 7, caption: 'Said' },
    };
    const { body, lost } = await convert(`<!-- wp:block ${JSON.stringify({ ref: 9, content })} /-->`, '', [
      pattern,
    ]);
    expect(body).toBe(
      '## New *head* $1\n\n[Go](https://n.example/?a=1&b=2)\n\n![New "view"](https://n.example/n.png "Said")',
    );
    expect(lost).toEqual([]);
  });

  it('is as it is elsewhere, and what found no place is named', async () => {
    const content = { Gone: { content: 'Lost words' } };
    const { body, lost } = await convert(`<!-- wp:block ${JSON.stringify({ ref: 9, content })} /-->`, '', [
      pattern,
    ]);
    expect(body).toContain('## Old head');
    expect(lost).toEqual(['block-dynamic override of reusable block 9, Gone: content: "Lost words"']);
  });
});

it('words and files that only the settings of a block hold are named', async () => {
  const { body, lost } = await convert(
    '<!-- wp:acme/box {"heading":"Attribute words","tabs":[{"title":"Inner words"}],"said":"Body words","file":"/a.pdf","className":"is wide"} --><div>Body words</div><!-- /wp:acme/box --><!-- wp:time-to-read {"a":1} /-->',
  );
  expect(body).toBe('Body words');
  expect(lost).toEqual([
    'block-dynamic acme/box heading: Attribute words',
    'block-dynamic acme/box tabs: Inner words',
    'block-dynamic acme/box file: /a.pdf',
    'block-dynamic core/time-to-read {"a":1}',
  ]);
});

it.each([
  '<!-- wp:query --><div><!-- wp:query-no-results --><p>Inner words</p><!-- /wp:query-no-results --></div><!-- /wp:query -->',
  '[playlist ids="4"]Inner words[/playlist]',
  '<video src="https://x.example/a.unknown">Inner words</video><iframe src="https://x.example/">Inner words</iframe>',
])('words that the conversion leaves out are named: %s', async (content) => {
  const { body, lost } = await convert(content);
  expect(body.includes('Inner words') || lost.includes('html-removed words: inner words')).toBe(true);
});

it('addresses of files and other sites that the conversion leaves out are named; sizes of an image are that image', async () => {
  const { lost } = await convert(
    '<section style="background-image:url(https://x.example/up/Caf%C3%A9-300x200.jpg)">Words</section>' +
      '<blockquote cite="x" data-source="https://y.example/source?a=1">Said</blockquote>' +
      '<a href="https://y.example/kept/">50% kept</a> <img src="https://x.example/up/Barn%20door-1024x768.jpg" alt=""><a href="https://x.example/up/Barn%20door.jpg">whole</a>',
  );
  expect(lost).toEqual([
    'html-removed address: https://x.example/up/Caf%C3%A9-300x200.jpg',
    'html-removed address: https://y.example/source?a=1',
  ]);
});

it('the links of an image map are a list', async () => {
  const { body, lost } = await convert(
    '<img src="https://x.example/a.png" usemap="#m" alt="Map"><map name="m"><area href="https://x.example/n" alt="North"><area href="https://x.example/s"></map>',
  );
  expect(body).toBe(
    '![Map](https://x.example/a.png)\n\n- [North](https://x.example/n)\n- <https://x.example/s>',
  );
  expect(lost).toEqual(['html-removed <map> of 2 links']);
});

it('shortcodes of one word are named; words of editors are not', async () => {
  const { lost } = await convert(
    'Copyright [year], see [12], [sic], [x] and [citation needed].\n\n[products]',
  );
  expect(lost).toEqual(['shortcode-unknown [year]', 'shortcode-unknown [products]']);
});

it('a file and its button are apart', async () => {
  const file = 'https://x.example/a.pdf';
  const { body } = await convert(
    `<!-- wp:file {"href":"${file}"} --><div class="wp-block-file"><a href="${file}">Report</a><a href="${file}" class="wp-block-file__button" download>Download</a></div><!-- /wp:file -->`,
  );
  expect(body).toBe(`[Report](${file}) [Download](${file})`);
});

it('also where the file is missing', async () => {
  const { body } = await convert(
    '<!-- wp:file --><div class="wp-block-file"><a href="/wp-content/uploads/a.pdf">Report</a><a href="/wp-content/uploads/a.pdf">Download</a></div><!-- /wp:file -->',
  );
  expect(body).toBe('Report Download');
});

it('embeds of WordPress 5.0 are cards', async () => {
  const { body } = await convert(
    '<!-- wp:core-embed/vimeo {"url":"https://vimeo.com/123456"} --><figure><div>https://vimeo.com/123456</div></figure><!-- /wp:core-embed/vimeo -->',
  );
  expect(body).toBe('<https://vimeo.com/123456>');
});

it('a block that is bound to a field has its value, and what has none in the export is named', async () => {
  const bound = (source: string) =>
    `<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"${source}","args":{"key":"mood"}}}}} --><p>Placeholder of it</p><!-- /wp:paragraph -->`;
  const { body, lost } = await convert(
    bound('core/post-meta') + bound('acme/stock'),
    exportedMeta('mood', 'Calm words'),
  );
  expect(body).toBe('Calm words\n\nPlaceholder of it');
  expect(lost).toEqual([
    'block-dynamic core/paragraph content: {"source":"acme/stock","args":{"key":"mood"}}',
  ]);
});

it('the stored address of an image with a bound one is no loss', async () => {
  const bindings = '{"metadata":{"bindings":{"url":{"source":"core/post-meta","args":{"key":"photo"}}}}}';
  const { body, lost } = await convert(
    `<!-- wp:image ${bindings} --><figure><img src="https://cdn.example/placeholder.png" alt="A"></figure><!-- /wp:image -->`,
    exportedMeta('photo', 'https://cdn.example/real.png'),
  );
  expect(body).toContain('https://cdn.example/real.png');
  expect(lost).toEqual([]);
});

it.each([
  [
    '<!-- wp:navigation --><!-- wp:navigation-link {"label":"Shop","url":"https://x.example/"} /--><!-- /wp:navigation -->',
    'block-dynamic core/navigation-link {"label":"Shop","url":"https://x.example/"}',
  ],
  [
    '<!-- wp:jetpack/map {"points":[{"title":"Barn"}]} --><div class="map" data-points="[]"></div><!-- /wp:jetpack/map -->',
    'block-dynamic jetpack/map {"points":[{"title":"Barn"}]}',
  ],
  ['<p><span title="Tooltip">Words</span></p>', 'html-removed title="Tooltip" of <span>'],
  ['<x-weather city="Graz">Words</x-weather>', 'html-removed <x-weather> {"city":"Graz"}'],
  ['<dialog>Words</dialog>', 'html-removed hidden <dialog>: Words'],
])('what a page filled in or showed on demand is named: %s', async (content, loss) => {
  const { lost } = await convert(content);
  expect(lost).toContain(loss);
});

it('empty boxes that only shape a page are not named', async () => {
  const { lost } = await convert(
    '<!-- wp:acme/spacer {"height":40} --><div></div><!-- /wp:acme/spacer --><!-- wp:acme/photo {"id":1} --><img src="https://x.example/a.png" alt=""><!-- /wp:acme/photo -->',
  );
  expect(lost).toEqual([]);
});

it('a reusable block that no document uses, and footnotes that no mark refers to, are named', async () => {
  using site = await ImportedSite.fromWordPress([
    { id: 1, more: exportedMeta('footnotes', '[{"id":"a","content":"Orphan words"}]') },
    { id: 9, type: 'wp_block', title: 'Box', content: '<p>Box words</p>' },
  ]);
  expect(site.lost('html-removed')).toEqual(['reusable block 9 “Box”: Box words']);
  expect(site.lost('field-not-kept')).toEqual(['footnote: Orphan words']);
});

it('the caption of the featured image of a Ghost post is kept, and named', async () => {
  using site = await ImportedSite.fromGhost({
    posts: [{ id: 'a', slug: 'a', title: 'A', html: '<p>A</p>', status: 'published' }],
    posts_meta: [{ post_id: 'a', feature_image_caption: 'Seen <b>here</b>' }],
  });
  expect(site.lost('field-kept')).toEqual(['feature_image_caption: Seen <b>here</b>']);
  expect(site.published).toContain('feature_image_caption: Seen <b>here</b>');
});

it('a background that is an image for screen readers has its words', async () => {
  const { body } = await convert(
    '<!-- wp:cover --><div role="img" aria-label="A barn" style="background-image:url(https://x.example/a.jpg)"></div><!-- /wp:cover -->',
  );
  expect(body).toBe('![A barn](https://x.example/a.jpg)');
});

it('a content type that is a page here keeps its address by query', async () => {
  using site = await ImportedSite.fromWordPress([
    { id: 1, type: 'recipe', slug: 'caf%c3%a9', link: 'https://old.example/kitchen/caf%c3%a9/' },
    { id: 2, type: 'order', slug: 'o', link: 'https://old.example/?order=o' },
  ]);
  expect(site.content.get('content/redirects.yaml')).toBe('- from: /?recipe=café\n  to: /kitchen/café/\n');
});

it('an image has the alternative text that it had, and no other', async () => {
  const { body } = await convert(
    '<!-- wp:image --><figure><img src="https://x.example/red-barn.jpg" title="Barn"/><figcaption>Caption</figcaption></figure><!-- /wp:image -->',
  );
  expect(body).toBe('![](https://x.example/red-barn.jpg "Caption")');
});

describe('what has no field here is named', () => {
  it('templates, and every field that a plugin hid', async () => {
    const fields = [
      '_jetpack_related',
      '_wp_convertkit',
      '_happyforms_x',
      '_publicize_y',
      '_elementor_version',
      '_wp_old_date',
    ];
    const { lost } = await convert(
      'Words.',
      exportedMeta('_wp_page_template', 'wide.php') +
        fields.map((key) => exportedMeta(key, '1')).join('') +
        ['_edit_lock', '_edit_last', '_pingme', '_encloseme', '_oembed_time_0123456789abcdef0123456789abcdef']
          .map((key) => exportedMeta(key, '1'))
          .join('') +
        exportedMeta('_wp_page_template', 'default'),
    );
    expect(lost).toEqual(
      ['_wp_page_template: wide.php', ...fields].map((field) => `field-not-kept ${field}`),
    );
  });

  it('fields with the files of a shop, credentials and customers, whose values stay out of the site', async () => {
    const closed = [
      'edd_download_files',
      'downloadable_files',
      'mailer_api_key',
      'access_token',
      'billing_address_1',
    ];
    const more = [...closed, 'keyboard', 'download_count']
      .map((key) => exportedMeta(key, `value of ${key}`))
      .join('');
    using site = await ImportedSite.fromWordPress([{ id: 1, slug: 'post', content: 'Words.', more }]);
    expect(site.lost('field-not-kept')).toEqual(closed);
    const file = site.document('-post');
    expect(closed.filter((key) => file.includes(key))).toEqual([]);
    expect(file).toContain('keyboard: value of keyboard');
    expect(file).toContain('download_count: value of download_count');
  });

  it('fields of media files, once for all of them', async () => {
    const file = (id: number) => ({
      ...{ id, type: 'attachment', status: 'inherit' },
      more: exportedMeta('_wp_attached_file', `${id}.png`) + exportedMeta('_photographer', 'Ada'),
    });
    using site = await ImportedSite.fromWordPress([{ id: 1 }, file(2), file(3)]);
    expect(site.lost('field-not-kept')).toEqual(['of media files: _photographer']);
  });

  it('fields of terms and comments, links and images of terms and excerpts', async () => {
    const meta =
      '<wp:termmeta><wp:meta_key>colour</wp:meta_key><wp:meta_value>red</wp:meta_value></wp:termmeta>';
    const category = `<wp:category><wp:category_nicename>a</wp:category_nicename><wp:cat_name>A</wp:cat_name><wp:category_description><![CDATA[See <a href="/x/">x</a>]]></wp:category_description>${meta}</wp:category>`;
    const comment = exportedComment({ id: 4 }).replace(
      '</wp:comment>',
      '<wp:commentmeta><wp:meta_key>rating</wp:meta_key><wp:meta_value>5</wp:meta_value></wp:commentmeta></wp:comment>',
    );
    using site = await ImportedSite.fromWordPress(
      [{ id: 1, excerpt: 'Of <img src="/a.png">', more: comment }],
      { head: category },
    );
    expect(site.lost('field-not-kept')).toEqual(['category "a": colour', 'of comments: rating']);
    expect(site.lost('html-removed')).toEqual([
      'description of category "a": See <a href="/x/">x</a>',
      'excerpt: Of <img src="/a.png">',
    ]);
  });

  it('images and places of Ghost’s authors and tags, its tables, and links to its windows', async () => {
    using site = await ImportedSite.fromGhost({
      posts: [
        {
          id: 'p',
          slug: 'p',
          title: 'P',
          status: 'published',
          html: '<p><a href="#/portal/signup">Join</a></p>',
        },
      ],
      users: [
        {
          id: 'u',
          name: 'Ada',
          slug: 'ada',
          email: 'ada@mail.example',
          location: 'Berlin',
          cover_image: '/c.png',
        },
      ],
      tags: [{ id: 't', name: 'Bees', slug: 'bees', feature_image: '/t.png' }],
      recommendations: [{ id: 1 }],
      settings: [{ key: 'navigation', value: '[{"label":"Join","url":"__GHOST_URL__/#/portal/signup"}]' }],
    });
    expect(site.lost('field-not-kept')).toEqual([
      'author "Ada", location: Berlin',
      'author "Ada", cover_image: /c.png',
      'tag "Bees", feature_image: /t.png',
    ]);
    expect(site.lost('site-part-dropped')).toEqual(['1 row of recommendations']);
    expect(site.lost('menu-item-dropped')).toHaveLength(1);
    expect(site.lost('link-dead')).toEqual(['#/portal/signup (Join)']);
    expect(JSON.stringify(site.report)).not.toContain('mail.example');
  });
});

describe('episodes of podcasts', () => {
  it('play the file of the new site, where it was imported', () => {
    const item = { meta: [{ key: 'enclosure', value: 'https://old.example/up/1.mp3\n900\naudio/mpeg' }] };
    const addresses = { file: () => ({ kind: 'found', url: '/up/1.mp3' }) };
    expect(audioOf(item as never, addresses as never, () => undefined)).toEqual({
      audio: { file: '/up/1.mp3', bytes: 900, type: 'audio/mpeg' },
    });
  });

  it('are in the field "audio", with size, type and duration', async () => {
    const value = 'https://cdn.example/1.mp3\n900\naudio/mpeg\na:1:{s:8:"duration";s:8:"00:12:00";}';
    using site = await ImportedSite.fromWordPress([
      { id: 1, slug: 'post', more: exportedMeta('enclosure', value) },
    ]);
    expect(site.document('-post')).toContain(
      'audio:\n  file: https://cdn.example/1.mp3\n  bytes: 900\n  type: audio/mpeg\n  duration: 12:00\n',
    );
    expect(site.lost('field-kept')).toEqual([]);
  });

  it('of a content type without that field, and a second one, are kept and named', async () => {
    const sound = (name: string) =>
      exportedMeta('enclosure', `https://cdn.example/${name}.mp3\n900\naudio/mpeg`);
    using site = await ImportedSite.fromWordPress([
      { id: 1, slug: 'post', more: sound('1') + sound('2') },
      { id: 2, slug: 'show', type: 'podcast', link: 'https://old.example/podcast/show/', more: sound('3') },
    ]);
    expect(site.document('-post')).toContain('audio:\n  file: https://cdn.example/1.mp3');
    expect(site.document('-post')).toContain('enclosure: |-\n    https://cdn.example/2.mp3');
    expect(site.document('show')).toContain('enclosure: |-\n    https://cdn.example/3.mp3');
    expect(site.lost('field-kept')).toEqual([
      expect.stringContaining('2.mp3'),
      expect.stringContaining('3.mp3'),
    ]);
  });

  it.each([
    ['film:enclosure', 'https://old.example/1.mp4\n900\nvideo/mp4'],
    ['_second:enclosure', 'https://old.example/2.mp3\n900\naudio/mpeg'],
    ['_podPressMedia', 'a:1:{i:0;a:1:{s:3:"URI";s:25:"https://old.example/1.mp3";}}'],
    ['_acme_sound', 'https://old.example/1.m4a'],
  ])('of plugins are in the field "fields", and in the report: %s', async (key, value) => {
    using site = await ImportedSite.fromWordPress([{ id: 1, slug: 'post', more: exportedMeta(key, value) }]);
    expect(site.document('-post')).toMatch(/^fields:\n/m);
    expect(site.document('-post')).toContain('https://old.example/');
    expect(site.document('-post')).toContain(key);
    expect(site.lost('field-kept')).toEqual([expect.stringContaining(key)]);
  });
});

it('a link to another site of a network is named as one', async () => {
  const home = 'https://net.example/two';
  const rendered = `<a href="https://net.example/three/post/">three</a> <a href="${home}/gone/">gone</a>`;
  using site = await ImportedSite.fromRecording([
    { route: '/', body: { name: 'Two', home, url: home, namespaces: ['wp/v2'] } },
    {
      route: '/wp/v2/posts/1',
      body: {
        ...{ id: 1, type: 'post', slug: 'one', link: `${home}/one/`, date: '2020-01-01T00:00:00' },
        content: { rendered },
      },
    },
  ]);
  const losses = site.report.losses.filter(({ code }) => code === 'link-dead');
  expect(losses.map(({ fix }) => fix)).toEqual([
    expect.stringContaining('another site on the same host'),
    'Nothing is published at this address.',
  ]);
});
