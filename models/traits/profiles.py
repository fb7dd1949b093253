"""How often a bird is met doing something, and somewhere: shares that we have assumed, by what AVONET tells of a species.

Nobody has counted them. They are round on purpose, and no share is 0: a kingfisher flies, a duck walks.
"""

from __future__ import annotations

# on the water, walking, perched, climbing, in the air
DOING: dict[str, list[float]] = {
    'p': [0.01, 0.12, 0.78, 0.02, 0.07],  # perches
    'w': [0.02, 0.72, 0.17, 0.01, 0.08],  # walks
    'b': [0.02, 0.40, 0.45, 0.02, 0.11],  # both
    'a': [0.02, 0.05, 0.33, 0.01, 0.59],  # in the air
    's': [0.72, 0.13, 0.04, 0.01, 0.10],  # swims
    'd': [0.45, 0.40, 0.04, 0.01, 0.10],  # swims and walks: geese, coots
    'g': [0.26, 0.24, 0.17, 0.01, 0.32],  # gulls, terns, pelicans
    'h': [0.14, 0.66, 0.10, 0.01, 0.09],  # wades
    'c': [0.01, 0.06, 0.25, 0.62, 0.06],  # climbs
}

# woodland, open country, wetland, coast, town
WHERE: dict[str, list[float]] = {
    'f': [0.82, 0.06, 0.05, 0.01, 0.06],  # forest
    'w': [0.55, 0.18, 0.06, 0.02, 0.19],  # woodland with gaps, parks and gardens
    's': [0.27, 0.50, 0.07, 0.03, 0.13],  # shrubs
    'o': [0.06, 0.76, 0.07, 0.04, 0.07],  # open country
    'm': [0.06, 0.10, 0.69, 0.10, 0.05],  # fresh water and marshes
    'c': [0.02, 0.05, 0.17, 0.70, 0.06],  # coast
    'e': [0.01, 0.01, 0.02, 0.95, 0.01],  # the open sea
    'h': [0.12, 0.33, 0.06, 0.03, 0.46],  # towns and farms
}

CLIMBERS = {'Picidae', 'Certhiidae', 'Sittidae', 'Climacteridae', 'Neosittidae', 'Tichodromidae'}
# Wrynecks sit; they are woodpeckers all the same. Piculets climb.
NO_CLIMBERS = {'Jynx'}
# Woodcreepers, xenopses and the Black-and-white Warbler.
CLIMBING_GENERA = {
    *('Certhiasomus', 'Sittasomus', 'Deconychura', 'Dendrocincla', 'Glyphorynchus', 'Dendrexetastes', 'Nasica'),
    *('Dendrocolaptes', 'Hylexetastes', 'Xiphocolaptes', 'Dendroplex', 'Xiphorhynchus', 'Lepidocolaptes'),
    *('Drymornis', 'Drymotoxeres', 'Campylorhamphus', 'Xenops', 'Mniotilta'),
}
SWIMMERS = {'Gaviidae', 'Podicipedidae', 'Alcidae', 'Phalacrocoracidae', 'Anhingidae', 'Heliornithidae', 'Spheniscidae'}
SWIM_AND_WALK = {'Anseranatidae', 'Anhimidae'}
SWIMMING_RAILS = {'Fulica', 'Gallinula', 'Tribonyx'}
GULLS = {'Laridae', 'Stercorariidae', 'Pelecanidae', 'Sulidae', 'Procellariidae', 'Diomedeidae', 'Hydrobatidae', 'Oceanitidae'}
PHALAROPES = {'Phalaropus'}
WADERS = {'Scolopacidae', 'Charadriidae', 'Recurvirostridae', 'Haematopodidae', 'Ardeidae', 'Threskiornithidae', 'Ciconiidae'}
WADERS |= {'Phoenicopteridae', 'Rallidae', 'Jacanidae', 'Gruidae', 'Aramidae'}
WET = {'Wetland', 'Riverine', 'Coastal', 'Marine'}


def doing_of(family: str, genus: str, lifestyle: str, habitat: str) -> str:
    by_hand = _by_hand(family, genus, lifestyle)
    if by_hand:
        return by_hand
    if family in WADERS:
        return 'h' if habitat in WET else 'w'
    return {'Insessorial': 'p', 'Terrestrial': 'w', 'Aerial': 'a', 'Aquatic': 's'}.get(lifestyle, 'b')


def _by_hand(family: str, genus: str, lifestyle: str) -> str | None:
    if (family in CLIMBERS and genus not in NO_CLIMBERS) or genus in CLIMBING_GENERA:
        return 'c'
    if family == 'Anatidae':
        return 's' if lifestyle == 'Aquatic' else 'd'
    if family in SWIMMERS or genus in PHALAROPES:
        return 's'
    if family in SWIM_AND_WALK or genus in SWIMMING_RAILS:
        return 'd'
    return 'g' if family in GULLS else None


def where_of(habitat: str, density: int) -> str:
    """AVONET's density: 1 dense, 2 half open, 3 open."""
    if habitat in ('Forest', 'Woodland'):
        return 'f' if density == 1 and habitat == 'Forest' else 'w'
    plain = {'Shrubland': 's', 'Grassland': 'o', 'Desert': 'o', 'Rock': 'o', 'Wetland': 'm', 'Riverine': 'm'}
    return {**plain, 'Coastal': 'c', 'Marine': 'e', 'Human Modified': 'h'}.get(habitat, 's')
