until [ -e one ] && [ -e two ] && [ -e three ]; do sleep 0.02; done
sleep 0.5
