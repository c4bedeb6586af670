/** What `agentsite publish` loads to announce a release. */
export { announceSite } from './announce-site.ts';
