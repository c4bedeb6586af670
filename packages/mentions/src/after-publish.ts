import type { AfterPublish } from 'agentsite/plugin';
import { announceSite } from './announce-site.ts';

/** What `agentsite publish` runs to announce a release. */
const afterPublish: AfterPublish = (site) => announceSite(site);

export default afterPublish;
