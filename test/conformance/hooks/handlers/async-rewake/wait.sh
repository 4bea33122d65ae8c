until [ -s pid ]; do sleep 0.02; done
while kill -0 "$(cat pid)" 2>/dev/null; do sleep 0.02; done
sleep 0.5
