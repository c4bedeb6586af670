-- ARGV: now, attempt, delivery, slot, fingerprint or '', token expiry or '', 'nothing-sent' or 'unknown',
--       caller span, site span
local attempt, slot = ARGV[2], ARGV[4]
local keyed = ARGV[5] ~= ''
local forget = ARGV[7] == 'nothing-sent'

local function release(record, held)
  if forget and not held.u then redis.call('DEL', record)
  else write(record, held.s, held.a, held.f, now, held.e, held.u, held.r) end
end

local key = keyed and held_by(attempt, key_record, 'running') or nil
local token = ARGV[6] ~= '' and held_by(attempt, token_record, 'held') or nil
if key then release(key_record, key) end
if token then release(token_record, token) end

local held
if keyed then held = key else held = token end
if not held then return { 'done' } end
-- A slot of the attempt's own counts nothing else; a shared one is freed with the last doubt.
if forget and (slot == attempt or not held.u) then
  redis.call('ZREM', caller_window, slot)
  redis.call('ZREM', site_window, slot)
else
  place(caller_window, tonumber(ARGV[8]), slot, now)
  place(site_window, tonumber(ARGV[9]), slot, now)
end
return { 'done' }
