# shot.sh HTML WIDTH HEIGHT OUT
chromium --headless --disable-gpu --no-sandbox --hide-scrollbars --user-data-dir=/tmp/given/prof --window-size=$2,$3 --screenshot=/tmp/given/$4 file:///tmp/given/$1 2>/dev/null
