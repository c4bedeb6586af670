import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldNotes } from './field-notes.ts';
import { createFuzzer, problemOf, sendFuzz } from './fuzz.ts';
import { type ServedLibrary, serveLibrary } from './served.ts';

let served: ServedLibrary;
beforeAll(async () => {
  served = await serveLibrary(fieldNotes());
});
afterAll(() => served.close());

test('no combination of parameters gives a status or a body that the contract does not know', async () => {
  const next = createFuzzer(20_261_121);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  const port = Number(new URL(served.url).port);
  const statuses = new Map<number, number>();
  for (let round = 0; round < 500; round++) {
    const batch = Array.from({ length: 8 }, next);
    const answers = await Promise.all(batch.map((request) => sendFuzz(port, agent, request)));
    for (const [index, answer] of answers.entries()) {
      const request = batch[index]!;
      expect(
        problemOf(request, answer),
        `${request.method} ${request.path.slice(0, 500)} ${request.body ?? ''}`,
      ).toBeNull();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  }
  agent.destroy();
  // The requests must reach every kind of answer, or they would prove little.
  for (const status of [200, 400, 401, 403, 404]) expect(statuses.get(status) ?? 0).toBeGreaterThan(20);
});
