import { compileStockTheme } from '../build/fast/compile-stock-theme.ts';
import { keepBuild } from './build-bundle.ts';

/**
 * `npm run prepare`, which npm runs after `npm ci`: compiles what is the same in every build into `compiled/`, as the
 * package of the engine brings it. Without it the first build of a site takes longer, and no more.
 */
try {
  await compileStockTheme();
  await keepBuild();
} catch (error) {
  console.warn('Nothing was compiled ahead, so the first build will take longer.', error);
}
