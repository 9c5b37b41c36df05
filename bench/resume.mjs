// `squad resume` against node's start and the same thing written by hand: raw-resume.sh.
import {roundTrips} from './round-trip.mjs';

export const resume = () => roundTrips('resume');
