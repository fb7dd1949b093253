"""Finds a taxon by scientific name, the way src/domain/taxonomy.ts does.

    from resolve import Taxonomy
    Taxonomy.load().find('Parus caeruleus')   # 'blutit'

Recipes use it to write labels that the app will resolve.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

TABLES = Path(__file__).resolve().parents[2] / 'public' / 'taxonomy'

# A species name agrees in gender with its genus, so a moved species changes its ending:
# Sterna maxima became Thalasseus maximus, Casmerodius albus became Ardea alba.
_ENDING = re.compile(r'(?:ius|ium|ia|us|um|a|is|e|os|on|ii|i)$')


def normalise(name: str) -> str:
    """Lower case, one space between words, one sign for hybrids."""
    name = name.replace('\\xd7', 'x').replace('×', 'x').replace('_', ' ')
    return ' '.join(name.lower().split())


def stem(epithet: str) -> str:
    """The part of a species epithet that keeps its spelling in another genus."""
    if epithet.endswith('er'):
        return epithet[:-2] + 'r'
    return _ENDING.sub('', epithet)


class Taxonomy:
    """Species ids are eBird codes; a genus and a family are their own ids."""

    def __init__(self, table: dict, synonyms: dict) -> None:
        self.species: list[tuple[str, str]] = []
        self.family: dict[str, str] = {}
        self._exact: dict[str, str] = {}
        self._loose: dict[str, str | None] = {}
        for _, families in table['orders']:
            for family, genera in families:
                self._exact[family.lower()] = family
                for genus, members in genera:
                    self._exact[genus.lower()] = genus
                    self.family[genus] = family
                    for member in members:
                        code, epithet = member.split(' ')
                        self.species.append((code, f'{genus} {epithet}'))
                        self.family[code] = family
        for code, name in self.species:
            self._add(name, code)
        for first, rest in synonyms['names'].items():
            for epithet, target in rest.items():
                self._add(f'{first} {epithet}'.strip(), target)

    @classmethod
    def load(cls, folder: Path = TABLES) -> 'Taxonomy':
        table = json.loads((folder / 'taxonomy.json').read_text('utf-8'))
        synonyms = json.loads((folder / 'synonyms.json').read_text('utf-8'))
        return cls(table, synonyms)

    def _add(self, name: str, target: str) -> None:
        key = normalise(name)
        self._exact.setdefault(key, target)
        words = key.split(' ')
        if len(words) == 2:
            loose = f'{words[0]} {stem(words[1])}'
            known = self._loose.setdefault(loose, target)
            if known != target:
                self._loose[loose] = None

    def find(self, name: str) -> str | None:
        """The id of a current, old or differently spelt name; None if there is none."""
        key = normalise(name)
        found = self._exact.get(key)
        words = key.split(' ')
        if found or len(words) < 2:
            return found
        if len(words) == 2:
            return self._loose.get(f'{words[0]} {stem(words[1])}')
        if 'x' in words:
            return None
        # A subspecies: either now a species of its own, or part of its species.
        if words[2] != words[1]:
            raised = self._exact.get(f'{words[0]} {words[2]}')
            if raised:
                return raised
        return self.find(f'{words[0]} {words[1]}')
