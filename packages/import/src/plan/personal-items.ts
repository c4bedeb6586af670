import type { ExportItem } from '../model/export-model.ts';

/**
 * Items that plugins store next to content, and that contain data about visitors, customers or students. They are in no
 * page, and a folder of content is often shared, so an import leaves them in the export.
 */

/** Types by the ends of their names, behind a prefix of the plugin, and what they contain. */
const types: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:feedback|flamingo_(?:inbound|outbound|contact)|nf_sub|pirate_forms_contact|vfb_\w+)$|(?:^|[-_])(?:entry|entries|submissions?|enquir(?:y|ies)|inquir(?:y|ies)|leads?)$|(?:^|[-_])(?:contact|form|forms|private|inbox|chat|visitor|fep|cf7|wpcf7)[-_]?messages?$|happyforms-message/,
    'messages of a form',
  ],
  [
    /(?:^|[-_])(?:orders?|order_(?:refund|placehold\w*)|payments?|refunds?|invoices?|transactions?|purchases?|receipts?|donations?|donors?|shipments?|carts?|customers?|quotes?_requests?)$|^wpsc-purchase/,
    'orders or payments',
  ],
  [
    /(?:^|[-_])(?:subscriptions?|subscribers?|user_memberships?|licen[sc]es?|edd_discount|coupons?|vouchers?|gift_?cards?)$/,
    'subscriptions, licenses or coupons',
  ],
  [
    /(?:^|[-_])(?:support_?tickets?|tickets?(?:_instances|_replies)?|attendees?|registrations?|rsvps?)$/,
    'tickets or registrations',
  ],
  [/(?:^|[-_])(?:bookings?|appointments?|reservations?)$/, 'bookings'],
  [/(?:^|[-_])(?:applications?|applicants?|resumes?|candidates?)$/, 'applications'],
  [
    /(?:^|[-_])(?:quiz|test|exam)[-_]?(?:results?|attempts?)$|(?:^|[-_])(?:enrol(?:l?ments?|led)|attempts?|essays|my_certificate|user_(?:question|quiz)\w*)$|^sfwd-assignment$/,
    'results of students',
  ],
  [
    /(?:^|[-_])(?:e?mail|sms|error|debug|api|edd|activity|audit|login)s?[-_]?(?:logs?|archives?)$|^(?:scheduled-action|postman_sent_mail|sent_mail)$/,
    'logs',
  ],
];

/** Fields of a visitor or customer, whatever the type is. */
const personalField =
  /^_*(?:\w+_)?(?:billing|shipping|customer|payer|buyer|visitor|submitter|donor|attendee|subscriber|client|guest)[-_]?(?:e?mail|phone|ip|address(?:_1)?|ip_address|user_agent)(?:_address)?$|^_*(?:remote|sender)_(?:ip|addr)$/i;

const isContent = (type: string): boolean =>
  /^(?:post|page|attachment|nav_menu_item|product|wp_\w+)$/.test(type);

/** What an item contains that is not content of authors; null for nothing. */
export function personalDataIn({ type, meta }: Pick<ExportItem, 'type' | 'meta'>): string | null {
  if (isContent(type)) return null;
  const known = types.find(([name]) => name.test(type.toLowerCase()));
  if (known) return known[1];
  return meta.some(({ key, value }) => value !== '' && personalField.test(key)) ? 'data about persons' : null;
}
