-- ARGV: now, attempt, delivery, fingerprint or '', token expiry or '', retention, caller span, site span, result
local attempt, delivery, fingerprint = ARGV[2], ARGV[3], ARGV[4]
local keyed = fingerprint ~= ''
local key = keyed and read(key_record) or nil
local already
if keyed then
  already = key ~= nil and key.s == 'delivered'
else
  local token = ARGV[5] ~= '' and read(token_record) or nil
  already = token ~= nil and token.s == 'spent'
end

if ARGV[5] ~= '' then
  write(token_record, 'spent', attempt, delivery, now, tonumber(ARGV[5]), false, '')
end
if already then return { 'already' } end
if keyed and (key == nil or key.f == fingerprint) then
  write(key_record, 'delivered', attempt, fingerprint, now, now + tonumber(ARGV[6]), false, ARGV[9])
end
place(caller_window, tonumber(ARGV[7]), delivery, now)
place(site_window, tonumber(ARGV[8]), delivery, now)
return { 'committed' }
