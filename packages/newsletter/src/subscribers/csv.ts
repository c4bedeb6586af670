import Papa from 'papaparse';
import type { Standing, Subscriber } from './subscribers.ts';

/** One row of an export, of any system. */
export interface ImportedRow {
  readonly mail: string;
  readonly standing: Standing;
  /** ISO, or empty where the export doesn't say when the person agreed. */
  readonly since: string;
  /** Only in exports of this package. */
  readonly choices?: Partial<Pick<Subscriber, 'topics' | 'language' | 'frequency' | 'source'>>;
}

type Row = Readonly<Record<string, string>>;

interface Format {
  readonly name: string;
  /** Columns that only it has together, in small letters. */
  readonly columns: readonly string[];
  readonly mail: string;
  readonly since: readonly string[];
  readonly standing: (row: Row) => Standing;
}

const isYes = (value = '') => /^(?:true|yes|1|t)$/i.test(value);
const when = (isActive: boolean): Standing => (isActive ? 'active' : 'left');

const formats: readonly Format[] = [
  {
    name: 'Agentsite',
    columns: ['email', 'status', 'topics', 'language', 'frequency', 'consent'],
    mail: 'email',
    since: ['consent'],
    standing: ({ status = '' }) =>
      status === 'bounced' || status === 'complained' ? status : when(status === 'active'),
  },
  {
    name: 'Substack',
    columns: ['email', 'active_subscription', 'email_disabled'],
    mail: 'email',
    since: ['created_at'],
    standing: ({ email_disabled: isOff }) => when(!isYes(isOff)),
  },
  {
    name: 'Mailchimp',
    columns: ['email address', 'optin_time'],
    mail: 'email address',
    since: ['confirm_time', 'optin_time'],
    standing: (row) => (row.clean_time ? 'bounced' : when(!row.unsub_time)),
  },
  {
    name: 'listmonk',
    columns: ['uuid', 'email', 'status'],
    mail: 'email',
    since: ['created_at'],
    standing: ({ status }) => when(status === 'enabled'),
  },
  {
    name: 'Ghost',
    columns: ['email', 'subscribed_to_emails'],
    mail: 'email',
    since: ['created_at'],
    standing: (row) => when(isYes(row.subscribed_to_emails) && !row.deleted_at),
  },
  {
    name: 'Buttondown',
    columns: ['email_address', 'type'],
    mail: 'email_address',
    since: ['creation_date'],
    standing: ({ type = '' }) =>
      /complain/.test(type)
        ? 'complained'
        : /undeliver|bounce/.test(type)
          ? 'bounced'
          : when(/^(?:regular|premium|gifted|trialed|churn)/.test(type)),
  },
  {
    name: 'Buttondown',
    columns: ['email', 'subscriber_type'],
    mail: 'email',
    since: ['creation_date'],
    standing: ({ subscriber_type: type = '' }) => when(/^(?:regular|premium|gifted|trialed)/.test(type)),
  },
];

/** @throws with the columns, if no system is known to write them */
export function readCsv(text: string): { readonly name: string; readonly rows: readonly ImportedRow[] } {
  const { data, meta } = Papa.parse<Row>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  const columns = meta.fields ?? [];
  const format = formats.find((one) => one.columns.every((column) => columns.includes(column)));
  if (!format)
    throw new Error(
      `No format is known with the columns ${columns.join(', ')}. Exports of Substack, Mailchimp, Buttondown, Ghost, listmonk and of this command are read; write the columns email,status,topics,language,frequency,consent for any other.`,
    );
  const rows = data.map((row): ImportedRow => {
    const time = new Date(format.since.map((column) => row[column]).find(Boolean) ?? '');
    const since = Number.isNaN(time.getTime()) ? '' : time.toISOString();
    return { mail: row[format.mail] ?? '', standing: format.standing(row), since, ...choicesOf(format, row) };
  });
  return { name: format.name, rows };
}

function choicesOf({ name }: Format, row: Row): Pick<ImportedRow, 'choices'> {
  if (name !== 'Agentsite') return {};
  const { topics = '', language = '', frequency, source } = row;
  return {
    choices: {
      topics: topics.split(' ').filter(Boolean),
      ...(language ? { language } : {}),
      ...(frequency === 'weekly' || frequency === 'monthly' ? { frequency } : {}),
      ...(source ? { source } : {}),
    },
  };
}

/** All that is known of the subscribers. A spreadsheet takes no address for a formula. */
export function writeCsv(subscribers: readonly Subscriber[]): string {
  const rows = subscribers.map(({ mail, standing, topics, language, frequency, since, source, ...one }) => ({
    ...{
      email: mail,
      status: standing,
      topics: topics.join(' '),
      language,
      frequency,
      consent: since,
      source,
    },
    ...{ paused_until: one.pausedUntil ?? '', soft_bounces: one.soft },
  }));
  return `${Papa.unparse(rows, { escapeFormulae: true })}\n`;
}
