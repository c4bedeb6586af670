import { spawnSync } from 'node:child_process';

/** `npm run test:contract -- URL`: the black-box suite against any site, by its URL alone. */
const url = process.argv[2];
if (!url || !URL.canParse(url)) {
  console.error('Usage: npm run test:contract -- http://localhost:4321');
  process.exit(1);
}
const environment = { ...process.env, CONTRACT_URL: url };
const { status } = spawnSync('vitest', ['run', 'test/contract'], {
  stdio: 'inherit',
  env: environment,
});
process.exit(status ?? 1);
