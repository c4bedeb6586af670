#!/usr/bin/env node
import { leastNode } from 'agentsite/model';

/** The command of the package `agentsite-doctor`: the doctor without the rest of the engine. */
const [node = '0'] = process.versions.node.split('.');
if (Number(node) >= leastNode) {
  const { runDoctor } = await import('./run-doctor.ts');
  process.exitCode = await runDoctor('npx agentsite-doctor', process.argv.slice(2));
} else {
  console.error(
    `agentsite-doctor needs Node ${leastNode} or newer, and this is Node ${process.versions.node}.`,
  );
  process.exitCode = 2;
}
