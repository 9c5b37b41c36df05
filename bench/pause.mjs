// `squad pause` against node's start and the same thing written by hand: raw-pause.sh.
import {roundTrips} from './round-trip.mjs';

export const pause = () => roundTrips('pause');
