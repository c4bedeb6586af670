import { describe, expect, test } from 'vitest';
import type { BeginRequest, ContactStore } from '../../../sidecar/contact/ports.ts';
import type { VirtualClock } from './store-model.ts';

const day = 86_400_000;
const hour = 3_600_000;
let names = 0;

const go = { kind: 'go', resumed: false };
const resumed = { kind: 'go', resumed: true };

/** What every contact store promises, one test each; `open` gives a store whose clock is `clock`. */
export function describeContactStore(name: string, clock: VirtualClock, open: () => ContactStore): void {
  /** A request with a key, a token, a caller and a site of its own; `more` changes it. */
  const request = (more: Partial<BeginRequest> = {}): BeginRequest => {
    const own = `${name}-${names++}`;
    return {
      attempt: `attempt-${own}`,
      delivery: `delivery-${own}`,
      slot: `delivery-${own}`,
      channel: `channel-${own}` as 'agent',
      caller: `caller-${own}`,
      key: { id: `key-${own}`, fingerprint: `fingerprint-${own}` },
      token: { id: `token-${own}`, expiresAt: clock.now() + 900_000 },
      lease: 30_000,
      retention: day,
      limits: { perCaller: 10, site: 25 },
      ...more,
    };
  };
  const twin = (of: BeginRequest, more: Partial<BeginRequest> = {}): BeginRequest => ({
    ...of,
    attempt: `attempt-${name}-${names++}`,
    ...more,
  });

  describe(`contact store on ${name}`, () => {
    test('a delivered key replays its result and needs no token', async () => {
      const first = request();
      expect(await open().begin(first)).toEqual(go);
      expect(await open().commit({ ...first, result: 'R' })).toBe('committed');
      expect(await open().begin(twin(first, { token: null }))).toEqual({ kind: 'replay', result: 'R' });
    });

    test('a delivered key is forgotten after its retention, and not before', async () => {
      const first = request();
      await open().begin(first);
      await open().commit({ ...first, result: 'R' });
      clock.time += day - 1;
      expect(await open().begin(twin(first))).toEqual({ kind: 'replay', result: 'R' });
      clock.time += 1;
      const later = { id: `${first.token?.id}-2`, expiresAt: clock.now() + 1_000 };
      expect(await open().begin(twin(first, { token: later }))).toEqual(go);
    });

    test('a key with a different message is busy while its attempt runs, and refused afterwards', async () => {
      const first = request();
      const other = () =>
        twin(first, { delivery: 'other', key: { id: first.key?.id ?? '', fingerprint: 'other' } });
      await open().begin(first);
      expect(await open().begin(other())).toEqual({ kind: 'busy', wait: 30_000 });
      await open().commit({ ...first, result: 'R' });
      expect(await open().begin(other())).toEqual({ kind: 'reuse' });
    });

    test('a running key is busy until its lease ends, then free for only the same message', async () => {
      const first = request();
      await open().begin(first);
      clock.time += 10_000;
      expect(await open().begin(twin(first))).toEqual({ kind: 'busy', wait: 20_000 });
      clock.time += 20_000;
      const other = twin(first, {
        delivery: 'other',
        key: { id: first.key?.id ?? '', fingerprint: 'other' },
      });
      expect(await open().begin(other)).toEqual({ kind: 'reuse' });
      expect(await open().begin(twin(first))).toEqual(resumed);
    });

    test('each step may be repeated by the same attempt', async () => {
      const first = request();
      expect(await open().begin(first)).toEqual(go);
      expect(await open().begin(first)).toEqual(go);
      expect(await open().commit({ ...first, result: 'R' })).toBe('committed');
      expect(await open().commit({ ...first, result: 'R' })).toBe('committed');
      expect(await open().commit({ ...twin(first), result: 'R' })).toBe('already');
      const usage = await open().usage(first.channel, first.caller);
      expect([usage.perCaller.used, usage.site.used]).toEqual([1, 1]);
    });

    test('without a key, too, the attempt that recorded hears so again, and another one that it was not the first', async () => {
      const first = request({ key: null });
      await open().begin(first);
      expect(await open().commit({ ...first, result: 'R' })).toBe('committed');
      expect(await open().commit({ ...twin(first), result: 'R' })).toBe('already');
      expect(await open().commit({ ...first, result: 'R' })).toBe('committed');
    });

    test('a renewed lease keeps others away until its new end, and its slot in the window', async () => {
      const first = request();
      await open().begin(first);
      clock.time += 29_000;
      expect(await open().renew({ ...first, lease: 630_000 })).toBe(true);
      clock.time += 600_000;
      expect(await open().begin(twin(first))).toEqual({ kind: 'busy', wait: 30_000 });
      const keyless = request({ token: first.token, key: null });
      expect(await open().begin(keyless)).toEqual({ kind: 'token-held', wait: 30_000 });
      clock.time += 30_000;
      expect(await open().begin(twin(first))).toEqual(resumed);
    });

    test('a lease that another attempt has taken over, or that was released, cannot be renewed', async () => {
      const first = request();
      await open().begin(first);
      clock.time += 30_000;
      const second = twin(first);
      await open().begin(second);
      expect(await open().renew({ ...first, lease: 1_000 })).toBe(false);
      expect(await open().renew({ ...second, lease: 1_000 })).toBe(true);
      await open().abort({ ...second, outcome: 'nothing-sent' });
      expect(await open().renew({ ...second, lease: 1_000 })).toBe(false);
    });

    test('attempts with slots of their own are charged each, and one that sent nothing is not', async () => {
      const first = request();
      const withOwnSlot = (of: BeginRequest) => ({ ...of, slot: of.attempt });
      const used = async () => (await open().usage(first.channel, first.caller)).site.used;
      const lost = withOwnSlot(first);
      await open().begin(lost);
      clock.time += 30_000;
      const second = withOwnSlot(twin(first));
      expect(await open().begin(second)).toEqual(resumed);
      expect(await used()).toBe(2);
      await open().abort({ ...second, outcome: 'nothing-sent' });
      expect(await used()).toBe(1);
      const third = withOwnSlot(twin(first));
      await open().begin(third);
      await open().commit({ ...third, result: 'R' });
      expect(await used()).toBe(2);
    });

    test('a commit counts even when the lease was lost to a twin, and the twin hears of it', async () => {
      const first = request();
      await open().begin(first);
      clock.time += 30_000;
      const second = twin(first);
      expect(await open().begin(second)).toEqual(resumed);
      expect(await open().commit({ ...first, result: 'R1' })).toBe('committed');
      expect(await open().commit({ ...second, result: 'R2' })).toBe('already');
      expect(await open().begin(twin(first))).toEqual({ kind: 'replay', result: 'R1' });
    });

    test('a token is held, spent, expired or missing', async () => {
      const first = request({ key: null });
      await open().begin(first);
      const other = request({ token: first.token });
      expect(await open().begin(other)).toEqual({ kind: 'token-held', wait: 30_000 });
      await open().commit({ ...first, result: 'R' });
      expect(await open().begin(other)).toEqual({ kind: 'token-refused' });
      expect(await open().begin(request({ token: null }))).toEqual({ kind: 'token-missing' });
      const expired = request({ token: { id: 'expired', expiresAt: clock.now() } });
      expect(await open().begin(expired)).toEqual({ kind: 'token-refused' });
    });

    test('after a failure that sent nothing, key, token and place are free for another message', async () => {
      const first = request();
      await open().begin(first);
      await open().abort({ ...first, outcome: 'nothing-sent' });
      const usage = await open().usage(first.channel, first.caller);
      expect([usage.perCaller.used, usage.site.used]).toEqual([0, 0]);
      const other = twin(first, {
        delivery: 'other',
        key: { id: first.key?.id ?? '', fingerprint: 'other' },
      });
      expect(await open().begin(other)).toEqual(go);
    });

    test('after an unknown outcome key and token stay with their message, and the place stays taken', async () => {
      const first = request();
      await open().begin(first);
      await open().abort({ ...first, outcome: 'unknown' });
      const usage = await open().usage(first.channel, first.caller);
      expect([usage.perCaller.used, usage.site.used]).toEqual([1, 1]);
      const other = twin(first, {
        delivery: 'other',
        key: { id: first.key?.id ?? '', fingerprint: 'other' },
      });
      expect(await open().begin(other)).toEqual({ kind: 'reuse' });
      const keyless = request({ token: first.token, key: null });
      expect(await open().begin(keyless)).toEqual({ kind: 'token-refused' });
      expect(await open().begin(twin(first))).toEqual(resumed);
    });

    test('a later failure that sent nothing does not undo an earlier unknown outcome', async () => {
      const first = request();
      await open().begin(first);
      await open().abort({ ...first, outcome: 'unknown' });
      const second = twin(first);
      await open().begin(second);
      await open().abort({ ...second, outcome: 'nothing-sent' });
      const other = twin(first, {
        delivery: 'other',
        key: { id: first.key?.id ?? '', fingerprint: 'other' },
      });
      expect(await open().begin(other)).toEqual({ kind: 'reuse' });
      expect((await open().usage(first.channel, first.caller)).site.used).toBe(1);
    });

    test('windows slide: the wait ends exactly when the oldest delivery leaves', async () => {
      const shared = request({ limits: { perCaller: 2, site: 25 } });
      const send = async () => {
        const one = request({ channel: shared.channel, caller: shared.caller, limits: shared.limits });
        const begun = await open().begin(one);
        if (begun.kind === 'go') await open().commit({ ...one, result: 'R' });
        return begun;
      };
      expect(await send()).toEqual(go);
      clock.time += 600_000;
      expect(await send()).toEqual(go);
      expect(await send()).toEqual({ kind: 'limited', wait: hour - 600_000, resumed: false });
      clock.time += hour - 600_000 - 1;
      expect(await send()).toEqual({ kind: 'limited', wait: 1, resumed: false });
      clock.time += 1;
      expect(await send()).toEqual(go);
    });

    test('a full window refuses a message that may have been sent as such, not as a new one', async () => {
      const limits = { perCaller: 1, site: 25 };
      for (const key of [request().key, null]) {
        const first = request({ limits, key });
        await open().begin({ ...first, slot: first.attempt });
        clock.time += 30_000;
        const second = twin(first);
        const again = { kind: 'limited', wait: hour, resumed: true };
        expect(await open().begin({ ...second, slot: second.attempt })).toEqual(again);
        // A refusal leaves no trace: a late record of the first attempt is the one that counts.
        expect(await open().commit({ ...first, slot: first.attempt, result: 'R' })).toBe('committed');
        const fresh = request({ limits, channel: first.channel, caller: first.caller });
        expect(await open().begin(fresh)).toEqual({ ...again, resumed: false });
      }
    });

    test('of two full windows the longer wait counts, and a refusal leaves no trace', async () => {
      const limits = { perCaller: 1, site: 1 };
      const first = request({ limits });
      await open().begin(first);
      await open().commit({ ...first, result: 'R' });
      const second = request({ limits, channel: first.channel, caller: first.caller });
      expect(await open().begin(second)).toEqual({ kind: 'limited', wait: day, resumed: false });
      const usage = await open().usage(first.channel, first.caller);
      expect(usage).toEqual({
        now: clock.now(),
        perCaller: { used: 1, reset: hour },
        site: { used: 1, reset: day },
      });
      clock.time += day;
      expect(await open().begin({ ...second, token: { id: 'new', expiresAt: clock.now() + 1 } })).toEqual(go);
    });

    test('of 200 attempts at once with one key, one goes', async () => {
      const first = request();
      const kinds = await Promise.all(
        Array.from({ length: 200 }, async () => (await open().begin(twin(first))).kind),
      );
      expect(kinds.filter((kind) => kind === 'go')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(199);
    });

    test('of 200 attempts at once with one token and messages of their own, one goes', async () => {
      const first = request();
      const begun = Array.from({ length: 200 }, () => open().begin(request({ token: first.token })));
      const kinds = (await Promise.all(begun)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'go')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'token-held')).toHaveLength(199);
    });

    test('of 200 callers at once, only the number that the site may receive go', async () => {
      const { channel } = request();
      const begun = Array.from({ length: 200 }, () => open().begin(request({ channel })));
      const kinds = (await Promise.all(begun)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'go')).toHaveLength(25);
      expect(kinds.filter((kind) => kind === 'limited')).toHaveLength(175);
    });
  });
}
