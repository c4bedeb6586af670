import { once } from 'node:events';
import { readOptions } from '../../../../src/terminal/options.ts';
import { refuse } from '../../../helpers/command-words.ts';
import { Lane, noTotals, type Place, places, type Totals } from './schedule.ts';

/**
 * `npm run test:faults -- --runs N --seed S --place P`: N schedules, two at a time; prints the totals, and for a broken
 * promise the seed that shows it again (`--runs 1 --seed THAT`). It ends after five broken promises, but counts them
 * all in places that may forget; and apart, as exempt, those that a move of the slot explains.
 */
export async function runSchedules(
  runs: number,
  seed: number,
  lanes: number,
  place: Place = 'one',
): Promise<{ totals: Totals; broken: string[] }> {
  const totals = noTotals();
  const broken: string[] = [];
  const patience = place.endsWith('-forget') ? runs : 5;
  let next = 0;
  // The servers may have got the signal too: what they are in the middle of shows nothing.
  const stopped = once(process, 'SIGTERM').then(() => {
    next = runs;
  });
  const work = async () => {
    const lane = await Lane.open(place);
    try {
      while (next < runs) {
        const own = seed + next++;
        try {
          await Promise.race([lane.run(own, totals), stopped]);
        } catch (error) {
          if (lane.exempt && ++totals.exempt) continue;
          broken.push(`seed ${own}: ${error instanceof Error ? error.message : String(error)}`);
          if (broken.length >= patience) return;
        }
      }
    } finally {
      await lane.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, runs) }, work));
  return { totals, broken };
}

if (import.meta.main) {
  const usage = `Usage: npm run test:faults -- [--runs 1000] [--seed 1] [--place one]\n\nPlaces: ${places.join(', ')}`;
  const { values } = readOptions(usage, {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    place: { type: 'string', default: 'one' },
  });
  if (![values.runs, values.seed].every((word) => /^\d+$/.test(word)))
    refuse('--runs and --seed are whole numbers.', usage);
  const place = places.find((name) => name === values.place);
  if (!place) refuse(`--place is one of ${places.join(', ')}.`, usage);
  const started = performance.now();
  const { totals, broken } = await runSchedules(Number(values.runs), Number(values.seed), 2, place);
  console.log(JSON.stringify(totals, null, 2));
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s; promises broken: ${broken.length}`);
  for (const line of broken) console.log(line);
  process.exit(
    broken.length > 0 || totals.schedules + totals.exempt + broken.length < Number(values.runs) ? 1 : 0,
  );
}
