# The program that a launch command carries: python3 -c BOOTSTRAP --carrier stdio ... behind ssh, srun or docker run -i.
# The first line of standard input is the zip file of the worker, in base64; the lines after it are commands. In single
# quotes every shell passes this text on as it is: it holds none, and no dollar sign, exclamation mark or backslash.
import base64
import runpy
import sys
import tempfile

# Unbuffered: what comes after the first line must stay in the pipe.
line = open(0, "rb", buffering=0, closefd=False).readline()
file, path = tempfile.mkstemp(prefix="assay-worker-", suffix=".pyz")
with open(file, "wb") as archive:
    archive.write(base64.b64decode(line))
sys.argv = [path, "--supervised", "--delete-archive", *sys.argv[1:]]
runpy.run_path(path, run_name="__main__")
