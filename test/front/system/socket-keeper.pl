# Plays systemd's part for a socket-activated service: keeps the listening socket open, and starts the service with it as
# descriptor 3 whenever a line comes in. The service may come and go; connections wait in the socket meanwhile.
#
#     perl socket-keeper.pl /path/http.sock node sidecar/main.ts
use strict;
use Socket;
use POSIX ();

my ($path, @command) = @ARGV;
socket(my $listening, PF_UNIX, SOCK_STREAM, 0) or die "socket: $!";
bind($listening, pack_sockaddr_un($path)) or die "bind: $!";
listen($listening, 4096) or die "listen: $!";
$SIG{CHLD} = 'IGNORE';
$| = 1;
while (<STDIN>) {
    my $child = fork();
    if ($child) { print "started $child\n"; next; }
    POSIX::dup2(fileno($listening), 3) if fileno($listening) != 3;
    # F_SETFD: descriptor 3 outlives exec.
    open(my $kept, '+<&=', 3);
    fcntl($kept, 2, 0);
    @ENV{'LISTEN_FDS', 'LISTEN_PID'} = (1, $$);
    exec @command or die "exec: $!";
}
