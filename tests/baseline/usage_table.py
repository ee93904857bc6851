"""Wrong usages: command lines of both programs, and scripts."""

WRONG_VIEWER = """
--colour red
--token-file none.txt 127.0.0.1:1
--quit-after-frames 0 127.0.0.1:1
127.0.0.1:99999
play
play none.toml --report r --headless
play none.toml
play a.toml b.toml --report r
record
record none.toml --out r.ffr
record none.toml --out r.ffr --frames 0
bench 127.0.0.1:99999 link
bench link
bench answer
bench 127.0.0.1:1 link
bench ingest --congestion-control none
"""
"""Of `farfield`, by lines."""

WRONG_NODE = """

fly
serve extra
serve --port 70000
serve --port x
serve --bind 0.0.0.0
serve --data none
serve --split halves
serve --max-sessions 0
serve --token-file none.txt
replay
replay none.ffr
replay GENERATED/hills.asc
replay none.ffr --rate -1
info
info none.vtk
info analytic:none
info GENERATED/seeds.csv
info fractal:1
info GENERATED/hills.asc --band 0
info GENERATED/hills.asc --unit mile
info GENERATED/swirl.case --velocity none
trace analytic:cell
trace analytic:cell --seeds none.csv --out o.csv
trace analytic:cell --seeds GENERATED/seeds.csv --out o.txt
trace analytic:cell --seeds GENERATED/targets.csv --out o.csv
trace analytic:cell --seeds GENERATED/seeds.csv --out o.csv --kind timeline
trace analytic:cell --seeds GENERATED/seeds.csv --out o.csv --step 0
trace analytic:cell --seeds GENERATED/seeds.csv --out none/o.csv
trace analytic:cell:8 --seeds GENERATED/seeds.csv --out o.csv --scalar salt
view GENERATED/hills.asc --out o.png
view GENERATED/hills.asc --eye 1,2 --out o.png
view GENERATED/hills.asc --eye 1,2,3 --size 0x5 --out o.png
view GENERATED/hills.asc --eye 1,2,3 --out o.jpg
view GENERATED/hills.asc --eye 1,2,3 --out o.png --refraction 0.2
view GENERATED/swirl.case --eye 1,2,3 --out o.png
viewshed GENERATED/hills.asc --observer 99999,0,2 --out o.tif
viewshed GENERATED/hills.asc --observer 900,800,2 --radius 0 --out o.tif
viewshed GENERATED/hills.asc --observer 900,800,2 --sectors 5,5 --out o.tif
cast GENERATED/hills.asc --rays none.csv --out o.csv
cast GENERATED/hills.asc --rays GENERATED/pairs.csv --out o.csv
sight GENERATED/hills.asc --out o.csv
sight GENERATED/hills.asc --observer 1 2 --targets GENERATED/targets.csv --out o.csv
sight GENERATED/hills.asc --pairs GENERATED/rays.csv --out o.csv
bench nothing
bench terrain --only none
bench trace --only none
"""
"""Of `farfield-node`, by lines; the first has no command."""

FLOW = 'dataset = "analytic:abc"\n'
LAND = '[terrain]\nname = "fractal:64"\n'

WRONG_SCRIPTS = {
    "empty": "",
    "no TOML": "dataset = [",
    "unknown key": FLOW + "frame = 3\n",
    "unknown key of a table": FLOW + "[particles]\nstepp = 1\n",
    "wrong type": FLOW + 'frames = "many"\n',
    "out of range": FLOW + "frames = 0\n",
    "two lengths": FLOW + "frames = 3\nduration_seconds = 1\n",
    "unknown policy": FLOW + 'policy = "none"\n',
    "flow and terrain": FLOW + LAND,
    "particles and lines": FLOW + "[particles]\nstep = 1\n[lines]\nsteps = 5\n",
    "unknown kind of rake": FLOW + '[[rake]]\nkind = "cone"\n',
    "rake without a place": FLOW + '[[rake]]\nkind = "point"\n',
    "rake with too much": FLOW + '[[rake]]\nkind = "point"\nat = [1, 2, 3]\nseeds = 4\n',
    "no list": FLOW + '[[rake]]\nkind = "list"\nfile = "none.csv"\n',
    "unknown colours": FLOW + '[view]\ncolour_map = "jet"\n',
    "camera without a time": FLOW + "[[camera]]\neye = [1, 2, 3]\ntarget = [0, 0, 0]\n",
    "camera with two times": FLOW + "[[camera]]\nat = 1\nframe = 3\neye = [1, 2, 3]\ntarget = [0, 0, 0]\n",
    "heading over a flow": FLOW + "[[camera]]\nat = 1\neye = [1, 2, 3]\nheading = 3\n",
    "sight without a terrain": FLOW + "[[sight]]\nfrom = [1, 2, 3]\nto = [[4, 5, 6]]\n",
    "viewshed without an observer": LAND + "[viewshed]\nradius = 5\n",
    "sectors": LAND + "[viewshed]\nobserver = [1, 2, 3]\nsectors = [1]\n",
    "size": FLOW + "size = [0, 5]\n",
    "kind of lines": FLOW + '[lines]\nkind = "arrow"\n',
    "good, but no node": FLOW,
}
"""Wrong usages, by their fault."""
