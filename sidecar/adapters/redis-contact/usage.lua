-- ARGV: now, caller span, site span

-- Members inside a window, and the milliseconds until the oldest leaves it; a place lies ahead of now while the
-- lease of its attempt runs.
local function count(window, span)
  local since = '(' .. whole(now - span)
  local used = redis.call('ZCOUNT', window, since, '+inf')
  local oldest = redis.call('ZRANGEBYSCORE', window, since, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  return whole(used), oldest[2] and whole(tonumber(oldest[2]) + span - now) or '0'
end

local caller_used, caller_reset = count(caller_window, tonumber(ARGV[2]))
local site_used, site_reset = count(site_window, tonumber(ARGV[3]))
return { whole(now), caller_used, caller_reset, site_used, site_reset }
