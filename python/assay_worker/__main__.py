"""The worker program: `python -m assay_worker`, or the zip file that `build_zipapp.py` makes."""

import fcntl
import os
import sys

# Descriptor 3 is the local carrier's, whether it is open or not.
_FIRST_FREE = 10


def private_streams() -> tuple[int, int]:
    """Copies of stdin and stdout. The originals become /dev/null and stderr, so that no library reaches the parent."""
    down, up = (fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE) for fd in (0, 1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return down, up


if __name__ == "__main__":
    # Before anything else is imported: whatever is might print.
    streams = private_streams()
    from assay_worker.main import main

    main(sys.argv[1:], *streams)
