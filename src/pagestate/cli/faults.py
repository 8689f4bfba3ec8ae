"""`pagestate faults`: serve the fault site."""

import sys
import threading
from typing import Annotated

from cyclopts import Parameter

from pagestate.errors import BackendError, InputError
from pagestate.states import ExitCode

__all__ = ["faults", "import_faults"]


def faults(
    *,
    port: Annotated[
        int, Parameter(env_var="PAGESTATE_FAULTS_PORT", help="Port to listen on; 0 takes a free one [8765].")
    ] = 8765,
    scale: Annotated[
        float,
        Parameter(help="How long the site's own minutes take: 0.1 makes a maintenance of 2 min end after 12 s [1]."),
    ] = 1.0,
) -> int:
    """Serve a site that shows every state on purpose.

    For trying pagestate, and for testing agents of your own. It listens on this machine only and
    shows an index of all pages. Ctrl-C ends it.

    - pagestate faults
    - pagestate faults --port 9000 --scale 0.05
    """
    import_faults()
    from pagestate.faults.catalog import PAGES
    from pagestate.faults.server import serve

    if scale <= 0:
        raise InputError(f"--scale: {scale} is not more than 0.")
    try:
        with serve(port=port, scale=scale) as server:
            # Single quotes inside double ones: the variable is split as a shell would split it.
            arguments = " ".join(f"'{one}'" if " " in one else one for one in server.browser_args)
            sys.stdout.write(
                f"{len(PAGES)} pages, listed at {server.url}\n\n"
                "Names that end in .localhost work in any browser. For those that end in .test:\n\n"
                f'  export PAGESTATE_BROWSER_ARGS="{arguments}"\n\n'
                "Ctrl-C ends it.\n"
            )
            sys.stdout.flush()
            threading.Event().wait()
    except KeyboardInterrupt:
        sys.stdout.write("\n")
    except OSError as error:
        raise InputError(
            f"port {port} cannot be used: {error.strerror or error}. Take another one: pagestate faults --port 0"
        ) from None
    return ExitCode.PASSED


def import_faults() -> None:
    """Make sure that the fault site can be served.

    Raises:
        BackendError: its extra is not installed.
    """
    try:
        import starlette  # noqa: F401
        import trustme  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise BackendError(
            f"the fault site needs the package {error.name}, which is not installed; run: "
            "python -m pip install 'pagestate[faults]'"
        ) from None
