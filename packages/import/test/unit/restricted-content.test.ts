import { describe, expect, it } from 'vitest';
import { type ExportedItem, exportedComment, exportedMeta } from '../helpers/export-file.ts';
import { ImportedSite } from '../helpers/imported-site.ts';

const block = (name: string, attributes = '') =>
  `<!-- wp:${name} ${attributes}--><div>CANARY</div><!-- /wp:${name} -->`;
const recorded = (id: number, rendered: string, more: object = {}) => ({
  route: `/wp/v2/posts/${id}`,
  body: { id, type: 'post', content: { rendered, protected: false }, excerpt: { rendered: '' }, ...more },
});

describe('what an anonymous reader could not see is a draft, and in the report', () => {
  it.each([
    ['_jetpack_newsletter_access', 'subscribers'],
    ['_jetpack_newsletter_access', 'paid_subscribers_all_tiers'],
    ['_jetpack_memberships_contains_paid_content', '1'],
    ['jetpack_memberships_contains_paywalled_content', '1'],
    ['_members_access_role', 'editor'],
    ['rcp_subscription_level', 'any-paid'],
    ['rcp_access_level', '3'],
    ['_is_paid', '1'],
    ['_wpmem_block', '1'],
    ['_llms_is_restricted', 'yes'],
    ['groups-groups_read_post', 'Members'],
    ['patreon-level', '5'],
    ['memberful_acl', 'a:1:{i:0;s:3:"123";}'],
    ['pms-content-restrict-user-status', 'loggedin'],
    ['_issuem_leaky_paywall_visibility', 'a:1:{s:15:"visibility_type";s:4:"only";}'],
    ['um_content_restriction', 'a:2:{s:26:"_um_custom_access_settings";b:1;s:14:"_um_accessible";s:1:"2";}'],
    ['is_public', '0'],
    ['acme_members_only', 'yes'],
    ['post_visibility', 'logged-in'],
    ['_nur_fuer_mitglieder', '1'],
    ['ihc_mb_who', 'reg,1'],
    ['_wlm_protect', 'Y'],
    ['wpp_protect_with_password', 'on'],
    ['ppw_password_post', 'x'],
    ['wpf-settings', 'a:1:{s:12:"lock_content";i:1;}'],
    ['_ca_level', '5'],
    ['_substack_audience', 'only_paid'],
    ['_tutor_course_id_for_lesson', '7'],
    ['newspack_content_gate', '12'],
    ['_newspack_access_mode', 'registration'],
    ['only_for_members', 'on'],
    ['_vip_only', '1'],
    ['hide_from_visitors', 'yes'],
    ['requires_subscription', '1'],
    ['_private_content', 'yes'],
    ['_wishlist_member_protected', 'Y'],
    ['ppw-password', 'abc'],
    ['fcom_privacy', 'private'],
    ['allowed_roles', 'a:1:{i:0;s:6:"editor";}'],
    ['premium', '1'],
    ['s2member_level', '1'],
    [
      '_elementor_data',
      '[{"settings":{"e_display_conditions":["{\\"name\\":\\"login_status\\",\\"status\\":\\"logged_in\\"}"]}}]',
    ],
  ])('by the field %s: %s', async (key, value) => {
    using site = await ImportedSite.fromWordPress([
      { id: 1, slug: 'hidden', content: 'CANARY', more: exportedMeta(key, value) },
      { id: 2, slug: 'open' },
    ]);
    expect(site.document('hidden')).toMatch(/^draft: true$/m);
    expect(site.published).not.toContain('CANARY');
    expect(site.document('open')).not.toContain('draft: true');
    expect(site.lost('access-restricted')).toContain(`${key}: ${value}`);
  });

  it.each([
    `Teaser.${block('premium-content/container', '{"selectedPlanId":7} ')}`,
    '<!-- wp:paragraph --><p>Teaser</p><!-- /wp:paragraph --><!-- wp:jetpack/paywall /--><!-- wp:paragraph --><p>CANARY</p><!-- /wp:paragraph -->',
    block('pmpro/membership', '{"levels":["1"]} '),
    block('acme/members-only'),
    block(
      'group',
      '{"blockVisibility":{"controlSets":[{"controls":{"userRole":{"visibilityByRole":"logged-in"}}}]}} ',
    ),
    block('paragraph', '{"contentControls":{"enabled":true,"rules":{"user":{"userStatus":"logged_in"}}}} '),
    block('paragraph', '{"llms_visibility":"enrolled"} '),
    block('group', '{"otterConditions":[[{"type":"loggedInUsers","visibility":true}]]} '),
    'Teaser\n\n[restrict]CANARY[/restrict]',
    '[membership level="2"]CANARY[/membership]',
    '[members_access role="editor"]CANARY[/members_access]',
    '[um_show_content roles="editor"]CANARY[/um_show_content]',
    '[s2If is_user_logged_in()]CANARY[/s2If]',
    '[private]CANARY[/private]',
    '[solo-socios]CANARY[/solo-socios]',
    '[mitglieder]CANARY[/mitglieder]',
    '[wpmem_logged_in]CANARY[/wpmem_logged_in]',
    '[mepr-show rules="3"]CANARY[/mepr-show]',
    'Teaser\n\n[paywall]\n\nCANARY',
    'Teaser\n\n[steady_paywall]\n\nCANARY',
    'Teaser<!--steady-paywall--><p>CANARY</p>',
    '[login_required]CANARY[/login_required]',
    '[ppwp passwords="1"]CANARY[/ppwp]',
    '[passster password="x"]CANARY[/passster]',
    '[sociallocker id="5"]CANARY[/sociallocker]',
    '[hidepost=0]CANARY[/hidepost]',
    '[memberspace plan="x"]CANARY[/memberspace]',
    '[customer_only]CANARY[/customer_only]',
    '[show_if user_logged_in]CANARY[/show_if]',
    '[enrolled]CANARY[/enrolled]',
    '[woocommerce_purchased id="3"]CANARY[/woocommerce_purchased]',
    block('learndash/ld-student'),
    block('group', '{"conditions":[{"conditions":[{"key":"core/auth","value":"signed-in"}]}]} '),
    block('group', '{"ppbRoles":["editor"]} '),
    '[content_control logged_out=0]CANARY[/content_control]',
    block('passster/content-protector', '{"password":"x"} '),
    block('mailpoet/subscriber-content'),
    block('unlock-protocol/unlock-box'),
    block('paragraph', '{"visibilityBlockEnabled":true,"levels":["1"]} '),
    block('kadence/rowlayout', '{"kadenceConditional":{"userRole":{"enable":true}}} '),
    block('uagb/container', '{"UAGDisplayConditions":"userstate","UAGLoggedOut":true} '),
    '<p>Teaser</p><!--members-only--><p>CANARY</p>',
    `[et_pb_text display_conditions="${Buffer.from('[{"condition":{"loggedInStatus":"loggedIn"}}]').toString('base64')}"]CANARY[/et_pb_text]`,
  ])('by its text: %s', async (content) => {
    using site = await ImportedSite.fromWordPress([{ id: 1, slug: 'hidden', content }]);
    expect(site.document('hidden')).toContain('CANARY');
    expect(site.published).not.toContain('CANARY');
    expect(site.lost('access-restricted')).not.toEqual([]);
  });

  it('by a reusable block, however deep; one that is not published shows nothing', async () => {
    const pattern = (id: number, content: string, more: Partial<ExportedItem> = {}) => ({
      id,
      type: 'wp_block',
      content,
      ...more,
    });
    const ref = (id: number) => `<!-- wp:block {"ref":${id}} /-->`;
    using site = await ImportedSite.fromWordPress([
      { id: 1, slug: 'hidden', content: ref(10) },
      { id: 2, slug: 'open', content: `Words ${ref(12)}${ref(13)}` },
      pattern(10, ref(11)),
      pattern(11, block('premium-content/container')),
      pattern(12, 'CANARY', { status: 'draft' }),
      pattern(13, 'CANARY', { password: 'x' }),
    ]);
    expect(site.document('hidden')).toMatch(/^draft: true$/m);
    expect(site.published).not.toContain('CANARY');
    expect(site.lost('ref-missing')).toHaveLength(2);
  });

  it('by its category, by a rule of MemberPress, and as a lesson of a course', async () => {
    const head = `<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>inside</wp:category_nicename><wp:cat_name>Inside</wp:cat_name><wp:termmeta><wp:meta_key>rcp_restricted_meta_levels</wp:meta_key><wp:meta_value>2</wp:meta_value></wp:termmeta></wp:category>
<wp:category><wp:term_id>44</wp:term_id><wp:category_nicename>paid</wp:category_nicename><wp:cat_name>Paid</wp:cat_name></wp:category>
<wp:category><wp:term_id>45</wp:term_id><wp:category_nicename>tuesday</wp:category_nicename><wp:cat_name>Our Tuesday</wp:cat_name></wp:category>`;
    const rule = (id: number, type: string, content: string) => ({
      id,
      type: 'memberpressrule',
      content: '',
      more: exportedMeta('_mepr_rules_type', type) + exportedMeta('_mepr_rules_content', content),
    });
    using site = await ImportedSite.fromWordPress(
      [
        { id: 1, slug: 'by-term', more: '<category domain="category" nicename="inside">Inside</category>' },
        { id: 2, slug: 'by-rule' },
        { id: 3, slug: 'by-tag', more: '<category domain="post_tag" nicename="club">Club</category>' },
        { id: 4, slug: 'open', more: exportedMeta('_mepr_unauthorized_message_type', 'default') },
        { id: 5, slug: 'lesson', type: 'sfwd-lessons', link: 'https://old.example/lessons/lesson/' },
        rule(8, 'single_post', '2'),
        rule(9, 'tag', 'club'),
        { id: 6, slug: 'by-number', more: '<category domain="category" nicename="paid">Paid</category>' },
        { id: 7, slug: 'by-name', more: '<category domain="category" nicename="tuesday">Tuesday</category>' },
        rule(10, 'category', '44'),
        rule(11, 'category', 'Our Tuesday'),
      ],
      { head },
    );
    for (const name of ['by-term', 'by-rule', 'by-tag', 'lesson', 'by-number', 'by-name'])
      expect(site.document(name)).toMatch(/^draft: true$/m);
    expect(site.document('open')).not.toContain('draft: true');
    expect(site.lost('access-restricted').slice(1)).toEqual([
      'category "inside", rcp_restricted_meta_levels: 2',
      'rule "single_post 2"',
      'rule "tag club"',
      'kind "sfwd-lessons"',
      'rule "category 44"',
      'rule "category Our Tuesday"',
    ]);
  });

  it('below a forum that is private', async () => {
    const of = (id: number, type: string, parent: number, status = 'publish') => ({
      ...{ id, type, parent, status, slug: `${type}-${id}`, content: 'CANARY' },
      link: `https://old.example/forums/${type}/${id}/`,
    });
    using site = await ImportedSite.fromWordPress([
      of(1, 'forum', 0, 'private'),
      of(2, 'topic', 1),
      of(3, 'reply', 2),
      { ...of(4, 'topic', 5), content: 'Open words' },
      { ...of(5, 'forum', 0), content: 'Open words' },
    ]);
    expect(site.published).not.toContain('CANARY');
    expect(site.published).toContain('Open words');
    expect(site.lost('access-restricted')).toEqual([
      'forum "Item 1" is private',
      'forum "Item 1" is private',
    ]);
  });

  it('as a menu entry', async () => {
    using site = await ImportedSite.fromWordPress([
      {
        id: 5,
        type: 'nav_menu_item',
        title: 'Members area',
        more: exportedMeta('_menu_item_type', 'custom') + exportedMeta('_nav_menu_role', 'in'),
      },
    ]);
    expect(site.lost('menu-item-dropped')).toEqual(['Members area (_nav_menu_role: in)']);
  });
});

it('a plugin that keeps its rules outside of the export is named, where no recording reports them', async () => {
  const items = [
    { id: 1, content: '[pmpro_account]', more: exportedMeta('_wc_memberships_force_public', 'no') },
  ];
  using site = await ImportedSite.fromWordPress(items);
  expect(site.lost('access-restricted')).toEqual([
    'plugin for memberships: _wc_memberships_force_public, pmpro_account',
  ]);
  using known = await ImportedSite.fromWordPress(items, { rest: [recorded(1, '<p>Your account</p>')] });
  expect(known.lost('access-restricted')).toEqual([]);
});

it.each([
  exportedMeta('_jetpack_newsletter_access', 'everybody'),
  exportedMeta('_members_access_error', 'Sign in to read on'),
  exportedMeta('rcp_user_level', 'All'),
  exportedMeta('_wc_memberships_force_public', 'yes'),
  exportedMeta(
    'um_content_restriction',
    'a:2:{s:26:"_um_custom_access_settings";b:0;s:14:"_um_accessible";s:1:"0";}',
  ),
  exportedMeta('_issuem_leaky_paywall_visibility', 'a:1:{s:15:"visibility_type";s:7:"default";}'),
  exportedMeta('pms-content-restrict-type', 'default'),
  exportedMeta('access', 'Bus line 4'),
  exportedMeta('user_role', 'Gardener'),
  exportedMeta('swpm_protect_post', '1'),
  exportedMeta('price_paid', '20'),
  exportedMeta('login_page', '12'),
  exportedMeta('recommended_for_students', '1'),
  exportedMeta('subscriber_count', '3'),
  exportedMeta('copy_protection', '1'),
  exportedMeta('_wp_lock', '1'),
  exportedMeta('_visibility', 'visible'),
  exportedMeta('is_public', '1'),
])('what restricts nothing leaves a document public: %s', async (more) => {
  using site = await ImportedSite.fromWordPress([{ id: 1, slug: 'open', more }]);
  expect(site.document('open')).not.toContain('draft: true');
});

it.each([
  '[team_member name="Ada"]Words[/team_member] [login_form] [members_list]',
  '<pre>[private]words[/private]</pre>',
  '[mobile-only]Words[/mobile-only] [exclusive_offer]Words[/exclusive_offer] [members_directory]Words[/members_directory]',
  block('premium-content/logged-out-view'),
  block(
    'paragraph',
    '{"blockVisibility":{"controlSets":[{"controls":{"userRole":{"visibilityByRole":"logged-out"}}}]}} ',
  ),
  block('acme/card', '{"isPremium":true,"visible":false} '),
  block('group', '{"lock":{"move":true,"remove":true},"templateLock":"all"} '),
])('nor does a text such as %s', async (content) => {
  using site = await ImportedSite.fromWordPress([{ id: 1, slug: 'open', content }]);
  expect(site.document('open')).not.toContain('draft: true');
});

describe('a recording says what anonymous readers got', () => {
  const item: ExportedItem = {
    id: 1,
    slug: 'part',
    content: 'Teaser words.\n\nCANARY',
    excerpt: 'EXCERPTCANARY',
    more: exportedMeta('secret', 'FIELDCANARY') + exportedComment({ id: 3, content: 'COMMENTCANARY' }),
  };

  it.each([
    ['whose rule is in the export', exportedMeta('_members_access_role', 'editor')],
    ['whose rule is in a table of a plugin', ''],
  ])('of a document %s', async (_, more) => {
    using site = await ImportedSite.fromWordPress([{ ...item, more: item.more + more }], {
      rest: [recorded(1, '<p>Teaser words.</p><p>Subscribe to read on.</p>')],
    });
    expect(site.published).toContain('Subscribe to read on.');
    expect(site.document('part')).not.toContain('draft: true');
    expect(site.published).not.toContain('CANARY');
    expect(site.lost('access-restricted')).toHaveLength(1);
    expect(site.lost('comment-held')).toHaveLength(1);
  });

  it('that got all of it, or a text that was edited since', async () => {
    using site = await ImportedSite.fromWordPress(
      [
        { id: 1, slug: 'whole', content: 'All words.', more: exportedMeta('_members_access_role', 'editor') },
        {
          id: 2,
          slug: 'edited',
          content: 'New words.',
          more: '<wp:post_modified>2020-06-01 00:00:00</wp:post_modified>',
        },
      ],
      {
        rest: [
          recorded(1, '<p>All words.</p>'),
          recorded(2, '<p>Old.</p>', { modified: '2020-05-06T07:08:09' }),
        ],
      },
    );
    expect(site.published).toContain('All words.');
    expect(site.published).toContain('New words.');
    expect(site.lost('access-restricted')).toEqual(['_members_access_role: editor']);
  });

  it('of which there is no export, and what it leaves out', async () => {
    const cut = recorded(1, '<p>Teaser.</p><div class="acme-paywall-box">Join to read on</div>');
    using site = await ImportedSite.fromRecording([
      { route: '/', body: { name: 'Old', home: 'https://old.example' } },
      {
        ...cut,
        body: { ...cut.body, slug: 'cut', link: 'https://old.example/cut/', date: '2020-01-01T00:00:00' },
      },
    ]);
    expect(site.published).toContain('Teaser.');
    expect(site.lost('access-restricted')).toEqual(['<div class="acme-paywall-box"']);
  });

  it('that did not list it', async () => {
    const types = { route: '/wp/v2/types', body: { post: { name: 'Posts', rest_base: 'posts' } } };
    using site = await ImportedSite.fromWordPress(
      [
        { id: 1, slug: 'hidden', content: 'CANARY' },
        { id: 2, slug: 'listed' },
        { id: 3, slug: 'newer', date: '2020-09-01 10:00:00' },
      ],
      { rest: [types, recorded(2, '<p>Words.</p>', { modified: '2020-07-01T00:00:00' })] },
    );
    expect(site.document('hidden')).toMatch(/^draft: true$/m);
    expect(site.document('newer')).not.toContain('draft: true');
  });
});

describe('of Ghost', () => {
  const post = (slug: string, more: object) => ({
    id: slug,
    slug,
    title: slug,
    html: '<p>CANARY</p>',
    status: 'published',
    ...more,
  });
  const gated = (rule: string) =>
    `<p>Open</p><!--kg-gated-block:begin ${rule} --><p>CANARY</p><!--kg-gated-block:end-->`;

  const membersCard = {
    type: 'html',
    html: '<p>CANARY</p>',
    visibility: { web: { nonMember: false, memberSegment: 'status:-free' } },
  };

  it('hides what was mailed only, or shown to some members', async () => {
    using site = await ImportedSite.fromGhost({
      posts: [
        post('mailed', { visibility: 'public' }),
        post('open', { html: '<p>Open</p>' }),
        post('sent', { status: 'sent' }),
        post('label', { visibility: 'label:vip' }),
        post('later', { status: 'scheduled', visibility: 'members' }),
        post('gated', { html: gated('nonMember:false memberSegment:"status:free,status:-free"') }),
        post('stored', { html: null, lexical: JSON.stringify({ root: { children: [membersCard] } }) }),
      ],
      posts_meta: [
        { post_id: 'mailed', email_only: 1 },
        { post_id: 'open', email_subject: 'CANARY for you' },
      ],
    });
    expect(site.published).not.toContain('CANARY');
    expect(site.lost('status-mapped')).toEqual([
      'email-only',
      'sent',
      'label:vip',
      'members',
      'partly-members',
      'partly-members',
    ]);
  });

  it('hides all of a site that had a password', async () => {
    using site = await ImportedSite.fromGhost({
      posts: [post('a', { visibility: 'public' })],
      settings: [{ key: 'is_private', value: true }],
    });
    expect(site.published).not.toContain('CANARY');
    expect(site.lost('access-restricted')).toEqual(['setting is_private: true']);
    expect(site.lost('status-mapped')).toEqual(['private']);
  });

  it('shows what everybody saw, and names cards that only mails had', async () => {
    const card = {
      type: 'email-cta',
      html: '<p>MAILCANARY</p>',
      buttonText: 'Join',
      buttonUrl: 'https://hive.example/join',
    };
    using site = await ImportedSite.fromGhost({
      posts: [
        post('open', { html: gated('nonMember:true memberSegment:""') }),
        post('cards', { html: '<p>Web</p>', lexical: JSON.stringify({ root: { children: [card] } }) }),
        post('old', {
          html: '<p>Web</p>',
          mobiledoc: JSON.stringify({ cards: [['email', { html: '<p>OLDCANARY</p>' }]] }),
        }),
      ],
    });
    expect(site.document('open')).toContain('Open\n\nCANARY\n');
    expect(site.document('open')).not.toContain('draft: true');
    expect(site.lost('html-removed')).toEqual([
      'only in mails: MAILCANARY Join https://hive.example/join',
      'only in mails: OLDCANARY',
    ]);
  });
});
