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
  /** Columns that only it has together, as `readCsv` names them. */
  readonly columns: readonly string[];
  /** The first pattern that a column matches. */
  readonly standings: readonly (readonly [column: string, pattern: RegExp, standing: Standing])[];
  readonly otherwise: Standing;
}

const yes = /^(?:true|yes|1|t)$/i;
const formats: readonly Format[] = [
  {
    name: 'Agentsite',
    columns: ['status', 'topics', 'language', 'frequency', 'consent'],
    standings: [
      ['status', /^bounced$/, 'bounced'],
      ['status', /^complained$/, 'complained'],
      ['status', /^active$/, 'active'],
    ],
    otherwise: 'left',
  },
  {
    name: 'Substack',
    columns: ['active_subscription', 'email_disabled'],
    standings: [['email_disabled', yes, 'left']],
    otherwise: 'active',
  },
  {
    name: 'Mailchimp',
    columns: ['optin_time'],
    standings: [
      ['clean_time', /./, 'bounced'],
      ['unsub_time', /./, 'left'],
    ],
    otherwise: 'active',
  },
  {
    name: 'listmonk',
    columns: ['uuid', 'status'],
    standings: [['status', /^enabled$/i, 'active']],
    otherwise: 'left',
  },
  {
    name: 'Ghost',
    columns: ['subscribed_to_emails'],
    standings: [
      ['deleted_at', /./, 'left'],
      ['subscribed_to_emails', yes, 'active'],
    ],
    otherwise: 'left',
  },
  {
    name: 'Buttondown',
    columns: ['type', 'creation_date'],
    standings: [
      ['type', /complain/, 'complained'],
      ['type', /undeliver|bounce/, 'bounced'],
      ['type', /^(?:regular|premium|gifted|trialed|churn)/, 'active'],
    ],
    otherwise: 'left',
  },
];

/** Other names of columns. */
const names: Row = { 'email address': 'email', email_address: 'email', subscriber_type: 'type' };
/** Columns with the time at which the person agreed, the best one first. */
const times = ['consent', 'confirm_time', 'optin_time', 'created_at', 'creation_date'];

/**
 * @param bytes UTF-8, or UTF-16 with its mark
 * @throws with the columns, if no system is known to write them
 */
export function readCsv(bytes: Uint8Array): {
  readonly name: string;
  readonly rows: readonly ImportedRow[];
} {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'utf-8';
  const { data, meta } = Papa.parse<Row>(new TextDecoder(encoding).decode(bytes), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (given) => names[given.trim().toLowerCase()] ?? given.trim().toLowerCase(),
  });
  const columns = meta.fields ?? [];
  const format = formats.find((one) => ['email', ...one.columns].every((column) => columns.includes(column)));
  if (!format)
    throw new Error(
      `No format is known with the columns ${columns.join(', ')}. Exports of Substack, Mailchimp, Buttondown, Ghost, listmonk and of this command are read; write the columns email,status,topics,language,frequency,consent for any other.`,
    );
  const { name, standings, otherwise } = format;
  const rows = data.map((row): ImportedRow => {
    const time = new Date(times.map((column) => row[column]).find(Boolean) ?? '');
    return {
      // A spreadsheet would take the text after the sign for a formula.
      mail: (row.email ?? '').replace(/^'(?=[-+=@])/, ''),
      standing: standings.find(([column, pattern]) => pattern.test(row[column] ?? ''))?.[2] ?? otherwise,
      since: Number.isNaN(time.getTime()) ? '' : time.toISOString(),
      ...(name === 'Agentsite' ? { choices: choicesOf(row) } : {}),
    };
  });
  return { name, rows };
}

function choicesOf({ topics = '', language, frequency, source }: Row): ImportedRow['choices'] & object {
  return {
    topics: topics.split(' ').filter(Boolean),
    ...(language ? { language } : {}),
    ...(frequency === 'weekly' || frequency === 'monthly' ? { frequency } : {}),
    ...(source ? { source } : {}),
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
