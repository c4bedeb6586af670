-- ARGV: now, attempt, delivery, slot, fingerprint or '', token expiry or '', retention, caller span, site span, result
local attempt, delivery, slot, fingerprint = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local keyed, tokened = fingerprint ~= '', ARGV[6] ~= ''
local key = keyed and read(key_record) or nil
local token = tokened and read(token_record) or nil
local spent = token ~= nil and token.s == 'spent'

-- The attempt that recorded this delivery before, if one did. It is this attempt when its first reply was lost.
local recorder = nil
if keyed then
  if key and key.s == 'delivered' then recorder = key.a end
elseif spent then
  recorder = token.a
end

if tokened and not spent then
  write(token_record, 'spent', attempt, delivery, now, tonumber(ARGV[6]), false, '')
end
if recorder then return { recorder == attempt and 'committed' or 'already' } end
if keyed and (key == nil or key.f == fingerprint) then
  write(key_record, 'delivered', attempt, fingerprint, now, now + tonumber(ARGV[7]), false, ARGV[10])
end
place(caller_window, tonumber(ARGV[8]), slot, now)
place(site_window, tonumber(ARGV[9]), slot, now)
return { 'committed' }
