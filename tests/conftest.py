"""What all tests rest on."""

import signal

# A shell that runs this in the background makes its children ignore Ctrl-C, and they pass that on; the
# commands under test must be able to be interrupted as a person would.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
