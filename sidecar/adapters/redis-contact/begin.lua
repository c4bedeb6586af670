-- ARGV: now, attempt, delivery, slot, fingerprint or '', token expiry or '', lease, retention,
--       caller limit, site limit, caller span, site span
local attempt, delivery, slot, fingerprint = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local lease, retention = tonumber(ARGV[7]), tonumber(ARGV[8])
local keyed = fingerprint ~= ''

local key = keyed and read(key_record) or nil
if key then
  local running = key.s == 'running' and now < key.l
  if key.f ~= fingerprint and not running then return { 'reuse' } end
  if key.s == 'delivered' then return { 'replay', key.r } end
  if running then
    if key.a == attempt then return { 'go', key.u and 'resumed' or '' } end
    return { 'busy', whole(key.l - now) }
  end
end

if ARGV[6] == '' then return { 'token-missing' } end
local token_expires = tonumber(ARGV[6])
if now >= token_expires then return { 'token-refused' } end
local token = read(token_record)
if token then
  if token.s == 'spent' then return { 'token-refused' } end
  if now < token.l and (token.f ~= delivery or token.a ~= attempt) then
    return { 'token-held', whole(token.l - now) }
  end
  if token.f ~= delivery then return { 'token-refused' } end
  if now < token.l then return { 'go', token.u and 'resumed' or '' } end
end

-- Milliseconds until a window has room for this slot; 0 when it has, or counts it already.
local function wait(window, span, limit)
  local since = '(' .. whole(now - span)
  local used = redis.call('ZCOUNT', window, since, '+inf')
  if used < limit then return 0 end
  local placed = redis.call('ZSCORE', window, slot)
  if placed and tonumber(placed) > now - span then return 0 end
  local blocking = redis.call('ZRANGEBYSCORE', window, since, '+inf', 'WITHSCORES', 'LIMIT', used - limit, 1)
  return tonumber(blocking[2]) + span - now
end

local caller_span, site_span = tonumber(ARGV[11]), tonumber(ARGV[12])
local longest = math.max(
  wait(caller_window, caller_span, tonumber(ARGV[9])),
  wait(site_window, site_span, tonumber(ARGV[10])))
local uncertain = key ~= nil or token ~= nil
if longest > 0 then return { 'limited', whole(longest), uncertain and 'resumed' or '' } end

-- Only from here on is anything written: a refusal leaves no trace. ZADD comes first, since it is what Redis refuses
-- when memory is short, and a script that has begun to write is not stopped any more.
place(caller_window, caller_span, slot, now + lease)
place(site_window, site_span, slot, now + lease)
redis.call('ZREMRANGEBYSCORE', caller_window, '-inf', whole(now - caller_span))
redis.call('ZREMRANGEBYSCORE', site_window, '-inf', whole(now - site_span))
write(token_record, 'held', attempt, delivery, now + lease, token_expires, uncertain, '')
if keyed then
  write(key_record, 'running', attempt, fingerprint, now + lease, now + retention, uncertain, '')
end
return { 'go', uncertain and 'resumed' or '' }
