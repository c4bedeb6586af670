-- ARGV: now, attempt, delivery, fingerprint or '', token expiry or '', 'nothing-sent' or 'unknown',
--       caller span, site span
local attempt, delivery = ARGV[2], ARGV[3]
local keyed = ARGV[4] ~= ''
local forget = ARGV[6] == 'nothing-sent'

-- The record, if this attempt still holds it.
local function mine(record, state)
  local found = read(record)
  if found and found.s == state and found.a == attempt then return found end
  return nil
end

local function release(record, held)
  if forget and not held.u then redis.call('DEL', record)
  else write(record, held.s, held.a, held.f, now, held.e, held.u, held.r) end
end

local key = keyed and mine(key_record, 'running') or nil
local token = ARGV[5] ~= '' and mine(token_record, 'held') or nil
if key then release(key_record, key) end
if token then release(token_record, token) end

local held
if keyed then held = key else held = token end
if not held then return { 'done' } end
if forget and not held.u then
  redis.call('ZREM', caller_window, delivery)
  redis.call('ZREM', site_window, delivery)
else
  place(caller_window, tonumber(ARGV[7]), delivery, now)
  place(site_window, tonumber(ARGV[8]), delivery, now)
end
return { 'done' }
