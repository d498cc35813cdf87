"""The board library: boards found by their five-character code.

Loads SQLAlchemy, so nothing loads this before it is needed.
"""

from boardbytes.library.catalogue import Library
from boardbytes.library.entry import Entry
from boardbytes.library.transfer import export_folder, import_folder

__all__ = ["Entry", "Library", "export_folder", "import_folder"]
