"""Derives which current taxon an old or alternative scientific name means."""

from __future__ import annotations

import re
from collections import defaultdict

from resolve import normalise, stem
from sources import PastTaxon, Species

_NOT_A_NAME = re.compile(r'[/()\[\]]|\bsp\b|\bsp\.')


def plain(name: str) -> bool:
    """Whether it names one taxon: not a slash, a group, a hybrid or a domestic form."""
    return not _NOT_A_NAME.search(name) and ' x ' not in name and len(name.split()) > 1


def english_key(name: str) -> str:
    """English names differ in hyphens, capitals and grey/gray between authorities."""
    return re.sub(r'[^a-z]', '', name.lower().replace('grey', 'gray'))


class Derivation:
    """What the current species and the past taxonomies say about one name."""

    def __init__(self, species: list[Species], history: list[list[PastTaxon]]) -> None:
        self.by_name = {one.name: one for one in species}
        self.by_code = {one.code: one for one in species}
        self.family_of_genus = {one.genus: one.family for one in species}
        self.by_english: dict[str, str] = {}
        self.in_family: dict[tuple[str, str], set[str]] = defaultdict(set)
        for one in species:
            self.in_family[one.family, stem(one.name.split()[1])].add(one.code)
        self.latest = {taxon.code: taxon for taxon in history[0]}
        self.history = history
        for taxon in history[0]:
            if taxon.category == 'species':
                self.by_english.setdefault(english_key(taxon.english), taxon.code)
        for version in history:
            for taxon in version:
                self._learn(taxon)

    def _learn(self, taxon: PastTaxon) -> None:
        if taxon.category != 'species':
            return
        target = self.of_code(taxon.code)
        if target:
            self.by_english.setdefault(english_key(taxon.english), target)
        family = self._family(taxon)
        if family:
            self.family_of_genus.setdefault(taxon.name.split()[0], family)

    def _family(self, taxon: PastTaxon) -> str | None:
        target = self.of_code(taxon.code)
        return self.by_code[target].family if target else None

    def of_code(self, code: str) -> str | None:
        """A code stays with its taxon when the taxon is renamed, or made part of another species."""
        if code in self.by_code:
            return code
        taxon = self.latest.get(code)
        if taxon and taxon.report_as in self.by_code:
            return taxon.report_as
        return None

    def of_epithet(self, name: str) -> str | None:
        """The only species of the same family with the same epithet, whatever its genus."""
        words = name.split()
        family = self.family_of_genus.get(words[0])
        codes = self.in_family.get((family, stem(words[-1])), set()) if family else set()
        return next(iter(codes)) if len(codes) == 1 else None

    def of_english(self, english: str) -> str | None:
        return self.by_english.get(english_key(english)) if english else None

    def from_history(self) -> dict[str, str]:
        """Every past name of a species or subspecies; of two readings the newer one holds."""
        found: dict[str, str] = {}
        for version in self.history:
            for taxon in version:
                if not plain(taxon.name) or taxon.name in self.by_name or taxon.name in found:
                    continue
                target = self.of_code(taxon.code) or self.of_code(taxon.report_as)
                if not target and taxon.category == 'species':
                    target = self.of_epithet(taxon.name) or self.of_english(taxon.english)
                if target:
                    found[taxon.name] = target
        return found

    def from_old_genera(self, moves: dict[str, list[str]]) -> dict[str, str]:
        """`Dendroica` + the epithet of every species now in Setophaga, unless two would share the name."""
        candidates: dict[str, set[str]] = defaultdict(set)
        for old, genera in moves.items():
            for one in self.by_name.values():
                if one.genus in genera:
                    candidates[f'{old} {one.name.split()[1]}'].add(one.code)
        found = {
            name: next(iter(codes))
            for name, codes in candidates.items()
            if len(codes) == 1 and name not in self.by_name
        }
        for old, genera in moves.items():
            if len(genera) == 1 and old not in self.family_of_genus:
                found[old] = genera[0]
        return found


def as_table(synonyms: dict[str, str]) -> dict[str, dict[str, str]]:
    """Grouped by first word, so that a genus is written once."""
    table: dict[str, dict[str, str]] = defaultdict(dict)
    for name in sorted(synonyms):
        first, _, rest = name.partition(' ')
        table[first][rest] = synonyms[name]
    return dict(table)


def redundant(name: str, target: str, find) -> bool:
    """Whether the finder already gives this answer without the entry (a subspecies of its species)."""
    return find(normalise(name)) == target
