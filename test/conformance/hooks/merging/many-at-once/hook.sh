touch "mark-$1"
if [ "$1" = 20 ]; then
  until [ "$(ls mark-* | wc -l)" = 30 ]; do sleep 0.02; done
  ls mark-* | wc -l | tr -d ' ' > count
  echo the twentieth >&2
  exit 2
fi
