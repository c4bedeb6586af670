import type { AfterPublish } from 'agentsite/plugin';
import { publishSite } from './publish-site.ts';

const afterPublish: AfterPublish = (site) => publishSite(site);
export default afterPublish;
