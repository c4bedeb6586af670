import { cacheBundle } from '../build/fast/build-bundle.ts';
import { compileStockTheme } from '../build/fast/compile-stock-theme.ts';

/** `npm run prepare`: compiles ahead what is the same in every build, so that the first one takes less time. */
try {
  await compileStockTheme();
  await cacheBundle();
} catch (error) {
  console.warn('Nothing was compiled ahead, so the first build will take longer.', error);
}
