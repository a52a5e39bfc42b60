"""A field for files that a page is asked about."""

from math import ceil

import streamlit as st

from simulator.messages.page import sent_files
from simulator.ui.uploads import named_contents

LARGEST = 50  # MB of a file: counters of some servers for a month, every few minutes; or a log, packed or not.
# Files of the largest size that are read together: the page has them all in memory, and on disk while it reads them.
TOGETHER = 4
_MB = 1 << 20  # As the field counts it.


def show_file_field(label: str, key: str, largest: int = LARGEST) -> dict[str, bytes]:
    """What was sent in a field for several files of at most so many MB each, by names of which no two are the same;
    nothing where it is too much together, which the page then says. It says where files go, too."""
    st.caption(sent_files.WHERE)
    files = st.file_uploader(label, accept_multiple_files=True, key=key, max_upload_size=largest)
    size, most = sum(file.size for file in files), TOGETHER * largest
    if size > most * _MB:
        st.error(sent_files.too_large(ceil(size / _MB), most))
        return {}
    return named_contents((file.name, file.getvalue()) for file in files)
