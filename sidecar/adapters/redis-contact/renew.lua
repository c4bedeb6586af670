-- ARGV: now, attempt, delivery, slot, fingerprint or '', token expiry or '', lease, caller span, site span
local attempt, slot = ARGV[2], ARGV[4]
local keyed = ARGV[5] ~= ''
local ends = now + tonumber(ARGV[7])

local key = keyed and held_by(attempt, key_record, 'running') or nil
local token = ARGV[6] ~= '' and held_by(attempt, token_record, 'held') or nil
local held
if keyed then held = key else held = token end
if not held or now >= held.l then return { 'lost' } end

place(caller_window, tonumber(ARGV[8]), slot, ends)
place(site_window, tonumber(ARGV[9]), slot, ends)
if key then write(key_record, key.s, key.a, key.f, ends, key.e, key.u, key.r) end
if token then write(token_record, token.s, token.a, token.f, ends, token.e, token.u, token.r) end
return { 'renewed' }
