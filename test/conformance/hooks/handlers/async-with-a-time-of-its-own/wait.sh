until [ -e "$1" ]; do sleep 0.02; done
