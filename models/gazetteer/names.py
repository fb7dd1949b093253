"""Which names of a place are worth their bytes, and how names are compared."""

from __future__ import annotations

import re
import unicodedata

# Of states and counties; towns keep every name in Latin letters that another spelling does not cover.
LANGUAGES = ('en', 'de', 'es', 'fr', 'pt')

_SINGLE = str.maketrans({'ß': 'ss', 'ø': 'o', 'æ': 'ae', 'œ': 'oe', 'ł': 'l', 'đ': 'd', 'ð': 'd', 'þ': 'th', 'ı': 'i'})
_LATIN = re.compile(r"[A-ZÀ-ÖØ-ÞĀ-ſȘȚ][A-Za-zÀ-ÖØ-öø-ÿĀ-ſȘșȚț' \-.]{2,}")
# People abroad have a name for such a town; below, the name on the signpost will do.
KNOWN_ABROAD = 50_000
# What such a city is called somewhere is kept even where another name differs from it by a letter only.
FAMOUS = 500_000
# Nicknames, and names with the region in them.
_LONG = re.compile(r' (of|i|de|di|of the|e|ed) ')


def fold(name: str) -> str:
    """How src/places/fold.ts compares names: without accents and case, `ae` as `a`, so that Muenchen is München."""
    lower = name.lower().translate(_SINGLE)
    plain = ''.join(char for char in unicodedata.normalize('NFD', lower) if not unicodedata.combining(char))
    words = re.sub(r'[^0-9a-z]+', ' ', plain).strip()
    return re.sub(r'([aou])e', r'\1', words)


def one_apart(a: str, b: str) -> bool:
    """Whether one letter put in, left out or changed makes one of the other: the search takes that for a slip."""
    if abs(len(a) - len(b)) > 1:
        return False
    short, long = sorted((a, b), key=len)
    at = next((i for i, char in enumerate(short) if char != long[i]), len(short))
    rest = short[at + 1 :] if len(a) == len(b) else short[at:]
    return rest == long[at + 1 :]


def other_names(name: str, alternates: list[str], people: int) -> list[str]:
    """Names in other languages, the ones with the right accents; GeoNames does not say which language each is of."""
    if people < KNOWN_ABROAD:
        return []
    kept: list[str] = []
    folded = [fold(name)]
    spellings: dict[str, list[str]] = {}
    for alternate in alternates:
        if _LATIN.fullmatch(alternate) and not alternate.isupper() and not alternate.startswith('Lungsod ng '):
            spellings.setdefault(fold(alternate), []).append(alternate)
    for key, forms in sorted(spellings.items()):
        if not key or key in folded or key.count(' ') > 2 or (_LONG.search(forms[0]) and people < FAMOUS):
            continue
        if people < FAMOUS and any(one_apart(key, other) for other in folded):
            continue
        folded.append(key)
        kept.append(max(forms, key=lambda form: (not form.isascii(), form)))
    return kept
