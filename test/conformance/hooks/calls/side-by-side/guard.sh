input=$(cat)
case "$input" in
  *b.txt*) echo not that one >&2; exit 2 ;;
  *) sleep 0.3 ;;
esac
