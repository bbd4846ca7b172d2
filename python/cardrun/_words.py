"""What is said to people: in French where the system speaks French, in English elsewhere."""

from __future__ import annotations

from typing import Optional

from ._cardrun import message

_language: Optional[str] = None


def speak(language: Optional[str]) -> None:
    """Says everything in this language from here on, ``fr`` or ``en``."""
    global _language
    _language = language


def say(key: str, **values: object) -> str:
    """A message by its key, with its values filled in."""
    return message(key, _language, [(name, str(value)) for name, value in values.items()])


def number(value: float) -> str:
    """A whole number as it is written where it is long."""
    return f"{value:,.0f}".replace(",", say("thousands"))
