import { expect, it } from 'vitest';
import { personalDataIn } from '../../src/plan/personal-items.ts';
import { exportedComment, exportedMeta } from '../helpers/export-file.ts';
import { ImportedSite } from '../helpers/imported-site.ts';

const head = `<title>Boathouse</title><link>https://old.example/club</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example/club</wp:base_site_url><wp:base_blog_url>https://old.example/club</wp:base_blog_url>`;

it('messages, orders and entries stay in the export, and the report counts them by type', async () => {
  using site = await ImportedSite.fromWordPress([
    { id: 1, slug: 'open', content: 'For all.' },
    { id: 2, type: 'feedback', title: 'From Ann', content: 'SECRETWORD ann@mail.example IP: 203.0.113.5' },
    { id: 3, type: 'feedback', status: 'draft', content: 'SECRETWORD' },
    {
      id: 4,
      type: 'shop_order',
      status: 'wc-pending',
      password: 'SECRETWORD',
      more: exportedComment({ id: 9, content: 'SECRETWORD', type: 'order_note' }),
    },
    { id: 5, type: 'regatta_signup', more: exportedMeta('_customer_email', 'SECRETWORD@mail.example') },
  ]);
  expect([...site.content.values()].join('\n')).not.toMatch(/SECRETWORD|mail\.example/);
  expect(site.lost('personal-left')).toEqual([
    'messages of a form ("feedback"): 2',
    'orders or payments ("shop_order"): 1',
    'data about persons ("regatta_signup"): 1',
  ]);
  expect(site.lost('comment-not-kept')).toEqual([]);
  expect(site.document('open')).toContain('For all.');
});

it.each([
  'flamingo_inbound',
  'nf_sub',
  'wpforms_entry',
  'shop_order_refund',
  'shop_subscription',
  'edd_payment',
  'give_payment',
  'wc_booking',
  'mphb_booking',
  'tribe_rsvp_attendees',
  'wpsc_ticket',
  'job_application',
  'wc_user_membership',
  'shop_coupon',
  'llms_order',
  'tutor_enrolled',
  'sfwd-essays',
  'wpinv_invoice',
  'lp_order',
  'happyforms-message',
  'email_log',
  'es_subscriber',
  'mp_order',
  'tc_tickets_instances',
])('items of the type %s are not content', (type) => {
  expect(personalDataIn({ type, meta: [] })).not.toBeNull();
});

it.each([
  'post',
  'page',
  'product',
  'portfolio',
  'team_member',
  'event',
  'recipe',
  'testimonial',
  'faq',
  'sermon_message',
  'topic',
  'course',
])('items of the type %s are content', (type) => {
  expect(personalDataIn({ type, meta: [{ key: '_thumbnail_id', value: '3' }] })).toBeNull();
});

const below = (type: string, folder: string, id: number) => ({
  id,
  type,
  slug: `item-${id}`,
  link: `https://old.example/club/${folder}/item-${id}/`,
  content: `WORD${id}`,
});

it('types of plugins below the folder of a site are public only in a folder of their own', async () => {
  using site = await ImportedSite.fromWordPress(
    [
      below('knot_card', 'knot_card', 1),
      below('knot_card', 'knot-card', 2),
      below('tip', 'blog/tip', 3),
      below('trip', 'trips', 4),
      below('abc-question', 'questions', 5),
      below('dwqa-question', 'questions', 6),
    ],
    { head },
  );
  for (const hidden of [1, 2, 3, 5]) expect(site.published).not.toContain(`WORD${hidden}`);
  for (const shown of [4, 6]) expect(site.published).toContain(`WORD${shown}`);
  expect(site.lost('access-restricted')).toEqual(['kind "abc-question"']);
});
