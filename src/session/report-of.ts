import type {Home} from './home.ts';
import {type HookReport, readReport} from './hooks/report.ts';
import type {SessionRecord} from './session.ts';

/** What the hooks of a session's present launch told last. */
export const reportOf = (home: Home, {id, launches}: SessionRecord): HookReport | undefined =>
	readReport(home.reports(id, launches));
