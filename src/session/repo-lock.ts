import {createHash} from 'node:crypto';

/** git's shared refs (the stash above all) are touched by one squad at a time. PURE. */
export const repoLock = (repo: string): string => `repo-${createHash('sha1').update(repo).digest('hex').slice(0, 12)}`;
