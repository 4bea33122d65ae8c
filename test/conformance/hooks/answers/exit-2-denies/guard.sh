echo on stdout
echo not in May >&2
exit 2
