import type { GeoModel } from '../manifest';
import type { PlaceFamily } from './family';
import { placeTime } from './place-time/family';
import { sinr } from './sinr/family';

const PLACES = { 'place-time': placeTime, sinr };

export function placeFamily(model: GeoModel): PlaceFamily<GeoModel> {
  return PLACES[model.family];
}
