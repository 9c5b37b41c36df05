// Gives a fresh clone all it needs: git, tmux, packages, dist. Says nothing and changes nothing when all is there.
// The guard is the only static import: an old Node could not read the rest, and must get as far as the guard's message.
import './setup/node-version.cjs';

import('./setup/main.mjs').then(({main}) => main());
