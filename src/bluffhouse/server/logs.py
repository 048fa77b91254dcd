"""What the server writes down about itself: a line of JSON for each thing, without names, tokens or hands."""

from __future__ import annotations

import logging
import sys

import structlog


def set_up(level: str) -> None:
    number = logging.getLevelNamesMapping()[level.upper()]
    logging.basicConfig(level=max(number, logging.WARNING), stream=sys.stderr, format="%(levelname)s %(message)s")
    # Two workers who write the same number of a log is nothing unusual, and the store hears of it anyway.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=True),  # control characters cannot fake a line
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
