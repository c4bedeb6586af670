
import { atproto } from 'agentsite-atproto';

export const site = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  language: 'en',
  languages: { de: { title: 'Feldnotizen' }, ja: { title: '野帳' } },
  timezone: 'Europe/Berlin',
  deploy: 'github-pages',
  owner: { name: 'The owner', slug: 'owner' },
  plugins: [atproto({ did: 'did:plc:72hbvsu56fqx7ybcuitpt6dc', host: 'http://localhost:37707', bluesky: true })],
};
