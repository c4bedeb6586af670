-- Shared by the steps. Deadlines are data, compared with `now`; the time to live of a Redis key is rubbish
-- collection at twice the span, never a rule.
local key_record, token_record, caller_window, site_window = KEYS[1], KEYS[2], KEYS[3], KEYS[4]

-- Milliseconds: the caller's clock, or the server's where the caller gives 0. TIME is read once, for it moves.
local now = tonumber(ARGV[1])
if now == 0 then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function whole(number)
  return string.format('%.0f', number)
end

-- A record that has not expired, or nil: s state, a attempt, f fingerprint or delivery, l lease, e expiry,
-- u uncertain (an earlier attempt may have sent), r result. Packed into one string, since that is one call to read
-- and one to write.
local function read(record)
  local packed = redis.call('GET', record)
  if not packed then return nil end
  local s, a, f, l, e, u, r = cmsgpack.unpack(packed)
  if now >= e then return nil end
  return { s = s, a = a, f = f, l = l, e = e, u = u, r = r }
end

local function write(record, state, attempt, bound, lease, expires, uncertain, result)
  local packed = cmsgpack.pack(state, attempt, bound, lease, expires, uncertain, result)
  redis.call('SET', record, packed, 'PX', whole(math.max(2 * (expires - now), 60000)))
end

-- The record, if it is still this attempt's, in this state.
local function held_by(attempt, record, state)
  local found = read(record)
  if found and found.s == state and found.a == attempt then return found end
  return nil
end

-- Puts a slot into a window, or gives it a new date there. A begin, which dates ahead, renews the time to live.
local function place(window, span, slot, at)
  local added = redis.call('ZADD', window, whole(at), slot)
  if added > 0 or at > now then redis.call('PEXPIRE', window, whole(2 * span)) end
end
