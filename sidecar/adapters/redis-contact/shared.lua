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

-- A record that has not expired, or nil. Fields: s state, a attempt, f fingerprint or delivery, l lease,
-- e expiry, u uncertain (an earlier attempt may have sent), r result.
local function read(record)
  local found = redis.call('HMGET', record, 's', 'a', 'f', 'l', 'e', 'u', 'r')
  if not found[1] or now >= tonumber(found[5]) then return nil end
  return { s = found[1], a = found[2], f = found[3], l = tonumber(found[4]), e = tonumber(found[5]),
    u = found[6] == '1', r = found[7] or '' }
end

-- Writes a record. Its time to live is set by a begin, and by whoever writes it anew.
local function write(record, state, attempt, bound, lease, expires, uncertain, result)
  local added = redis.call('HSET', record, 's', state, 'a', attempt, 'f', bound, 'l', whole(lease),
    'e', whole(expires), 'u', uncertain and '1' or '0', 'r', result)
  if added > 0 or state == 'running' then
    redis.call('PEXPIRE', record, whole(math.max(2 * (expires - now), 60000)))
  end
end

-- Puts a delivery into a window, or gives it a new date there. A begin, which dates ahead, renews the time to live.
local function place(window, span, delivery, at)
  local added = redis.call('ZADD', window, whole(at), delivery)
  if added > 0 or at > now then redis.call('PEXPIRE', window, whole(2 * span)) end
end
