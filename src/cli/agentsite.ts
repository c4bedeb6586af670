#!/usr/bin/env node
/** The command `agentsite`. Older versions of Node can't load `commands.ts`. */
import { explainOldNode, leastNode } from '../core/model/site-packages.ts';

const [node = '0'] = process.versions.node.split('.');
if (Number(node) >= leastNode) {
  const { runCommand } = await import('./commands.ts');
  await runCommand(process.argv.slice(2));
} else if (process.argv[2] === 'init') {
  const { runCommand } = await import('./commands.ts');
  await runCommand(['init']);
} else {
  console.error(explainOldNode(process.versions.node, process.platform, process.arch));
  process.exitCode = 1;
}
