-- ARGV: now, caller span, site span
local caller_used, caller_reset = count(caller_window, tonumber(ARGV[2]))
local site_used, site_reset = count(site_window, tonumber(ARGV[3]))
return { whole(now), whole(caller_used), caller_reset, whole(site_used), site_reset }
