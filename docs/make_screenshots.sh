#!/usr/bin/env bash
# Makes docs/images/*.png again: plays each script of assets/scripts headless against a node on loopback, and
# opens the viewer under Xvfb.
# usage: docs/make_screenshots.sh [BUILD FOLDER]    default: build/release
# Needs python3 with numpy, for a scan's phantom, and import of ImageMagick for a window that waits. A script is skipped when its data is not there; data is looked for in FARFIELD_DATA_DIR or ../shared/data.
set -euo pipefail
cd "$(dirname "$0")/.."

bin=${1:-build/release}/bin
data=${FARFIELD_DATA_DIR:-../shared/data}
work=$(mktemp -d)
mkdir "$work/data"
python3 docs/make_phantom.py "$work/data/scan.mha"
python3 docs/make_wind.py "$work/data/alps_wind.nc"
python3 docs/make_ocean.py "$work/data/island_current.nc"
node_pid=

finish() {
    [ -z "$node_pid" ] || kill "$node_pid" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

arguments=(serve --port 0 --data "$work/data")
for folder in "$data/fields" "$data/terrain"; do
    [ ! -d "$folder" ] || arguments+=(--data "$folder")
done
mkfifo "$work/ready"
"$bin/farfield-node" "${arguments[@]}" >"$work/ready" 2>"$work/node.log" &
node_pid=$!
read -r ready <"$work/ready" || { cat "$work/node.log" >&2; exit 1; }
[[ $ready =~ host=([^ ]+)\ port=([0-9]+) ]] || { echo "the node said: $ready" >&2; exit 1; }
node=${BASH_REMATCH[1]}:${BASH_REMATCH[2]}

mkdir -p docs/images
for script in assets/scripts/*.toml; do
    name=$(basename "$script" .toml)
    if ! "$bin/farfield" play "$script" --headless --node "$node" --report "$work/$name"; then
        echo "skipped: $script" >&2
        continue
    fi
    # The last picture: by then the flow has filled the domain.
    picture=$(find "$work/$name" -name 'frame-*.png' | sort | tail -n 1)
    [ -z "$picture" ] || cp "$picture" "docs/images/$name.png"
done
XDG_CONFIG_HOME=$work xvfb-run -a -s "-screen 0 1280x800x24" "$bin/farfield" --quit-after-frames 1 --screenshot docs/images/start_page.png
xvfb-run -a -s "-screen 0 1280x800x24" "$bin/farfield" "$node" --dataset analytic:abc --quit-after-frames 60 \
    --screenshot docs/images/viewer.png
xvfb-run -a -s "-screen 0 1280x800x24" "$bin/farfield" "$node" --open assets/scripts/slice.toml \
    --quit-after-frames 60 --screenshot docs/images/layers.png
# The first picture of a dataset, as the window opens it: NAME DATASET.
first_picture() {
    xvfb-run -a -s "-screen 0 1280x800x24" "$bin/farfield" "$node" --dataset "$2" --quit-after-frames 60 \
        --screenshot "docs/images/first_$1.png" || echo "skipped: $2" >&2
}
# The window of a file: PICTURE FILE.
of_file() {
    XDG_CONFIG_HOME=$work xvfb-run -a -s "-screen 0 1280x800x24" "$bin/farfield" "$2" --quit-after-frames 60 \
        --screenshot "docs/images/$1.png" || echo "skipped: $2" >&2
}
if [ -d "$data/foreign" ]; then
    of_file walk_case "$data/foreign/openfoam/cavity_case"
    of_file walk_map "$data/foreign/netcdf/pop.nc"
    of_file walk_room "$data/foreign/fluent/room.cas.h5"
    of_file first_motorbike "$data/foreign/openfoam/motorBike_vtk/internal.vtu"
fi
first_picture mine tomography:mine:1
first_picture scan scan.mha
if [ -d "$data/fields" ]; then
    first_picture fin plot3d/bluntfinxyz.bin+plot3d/bluntfinq.bin
    first_picture combustor plot3d/combxyz.bin+plot3d/combq.bin
    first_picture carotid vtk/carotid.vtk
    first_picture disk exodus/disk_out_ref.ex2
    first_picture globcurrent 'ocean/globcurrent/20020*-GLOBCURRENT-L4-CUReul_hs-ALT_SUM-v02.0-fv01.0.nc'
fi
[ ! -d "$data/terrain" ] || xvfb-run -a -s "-screen 0 1280x800x24" "$bin/farfield" "$node" --terrain SainteHelens.dem \
    --quit-after-frames 1 --screenshot docs/images/terrain_window.png
heights=$data/terrain/N46E008.tif
[ ! -f "$heights" ] || "$bin/farfield-node" view "$heights" --eye 8.0,46.5,4500 --heading 90 --pitch -12 --size 1280x720 \
    --haze 60000 --out docs/images/terrain_view.png
# Entities over the Alps, by a relay of this script's own.
if [ -d "$data/terrain" ]; then
    mkfifo "$work/relay_ready"
    "$bin/farfield-relay" serve --in dis:239.77.3.1@lo --port 0 >"$work/relay_ready" 2>"$work/relay.log" &
    relay_pid=$!
    read -r ready <"$work/relay_ready"
    [[ $ready =~ port=([0-9]+) ]]
    relay=127.0.0.1:${BASH_REMATCH[1]}
    "$bin/farfield-relay" send --to dis:239.77.3.1@lo --entities 40 --rate 400 --seconds 300 --around 8.5 46.5 \
        --km 15 --height 2500 >/dev/null &
    send_pid=$!
    for name in alps alps_wind; do
        "$bin/farfield" play "assets/scripts/exercise/$name.toml" --headless --node "$node" --relay "$relay" \
            --report "$work/exercise_$name"
    done
    python3 docs/send_fire.py 239.77.3.1 3000 1:1:4 1:1:21 0.7 &
    fire_pid=$!
    xvfb-run -a -s "-screen 0 1440x900x24" "$bin/farfield" "$node" --open assets/scripts/exercise/alps.toml \
        --relay "$relay" --entity 1:1:4 --sight-to 1:1:12 --quit-after-frames 60 \
        --screenshot docs/images/entities_dock.png
    kill "$fire_pid"
    # The same, recorded, with a whirlwind and lines of sight on the clock of the recording.
    "$bin/farfield-relay" record "$relay" "$work/exercise.ffr" --seconds 65 >/dev/null
    kill "$send_pid" "$relay_pid"
    cp assets/scripts/exercise/alps_replay.toml "$work"
    "$bin/farfield" play "$work/alps_replay.toml" --headless --node "$node" --report "$work/replay"
    cp "$work/replay/frame-000119.png" docs/images/exercise_replay.png
    cp "$work/exercise_alps/frame-000059.png" docs/images/exercise.png
    cp "$work/exercise_alps_wind/frame-000059.png" docs/images/exercise_wind.png
fi
# A guest of a session, the owner of which holds the rake.
mkfifo "$work/invitations"
PYTHONPATH=tests/peer python3 docs/share_session.py "${node%:*}" "${node##*:}" 120 >"$work/invitations" &
share_pid=$!
read -r invitation <"$work/invitations"
USER=Ada xvfb-run -a -s "-screen 0 1280x800x24" "$bin/farfield" "$invitation" --quit-after-frames 90 \
    --screenshot docs/images/together_ada.png
kill "$share_pid"
# A window whose node is silent, from outside of it, for no frame ends the waiting.
lost_link() {
    "$bin/farfield" "$node" --dataset analytic:abc &
    local viewer_pid=$!
    sleep 8
    kill -STOP "$node_pid"
    sleep 8
    import -window root docs/images/lost_link.png
    kill -CONT "$node_pid"
    kill "$viewer_pid"
}
if command -v import >/dev/null; then
    export bin node node_pid
    xvfb-run -a -s "-screen 0 1280x800x24" bash -c "$(declare -f lost_link); lost_link"
fi
ls -l docs/images
