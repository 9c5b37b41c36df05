import {quoteArgument} from './quote.ts';

/**
 * How many sessions ask, while somebody watches: the watchers' own session carries the number, which counts only while
 * one of them is attached to it. #{S:…} is the only way to read another session's option.
 */
const ASKS =
	'#{S:#{?#{&&:#{&&:#{==:#{session_name},_squad},#{session_attached}},#{!=:#{@squad_asks},}},#[reverse] #{@squad_asks} waiting for you #[noreverse],}}';

/**
 * squad's own tmux configuration. PURE. The user's ~/.tmux.conf is not read: its plugins and keys were made for other
 * sessions. Whatever they want here goes into tmux.user.conf, which is read last.
 */
export const configuration = (
	userFile: string,
): string => `# Written by squad at every start; put your own settings into
# ${userFile.replace(/[\n\r]/g, '?')}
set -s exit-empty off
set -s escape-time 10
set -s set-clipboard on
set -s focus-events on
set -g default-terminal "tmux-256color"
set -ga terminal-overrides ",*256col*:Tc"
set -g history-limit 50000
set -g remain-on-exit on
set -g mouse on
set -g allow-rename off
set -g automatic-rename off
set -g set-titles on
set -g set-titles-string "#{session_name}: #{pane_title}"
set -g detach-on-destroy on
set -g base-index 0
set -g renumber-windows off
set -g update-environment ""
set -g status-interval 0
set -g status-left " #{session_name} "
set -g status-left-length 60
set -g status-right "${ASKS} C-q goes back, the agent goes on "
set -g status-right-length 60
bind -n C-q detach-client
source-file -q ${quoted(userFile)}
`;

/** `source-file` takes patterns, so those characters are escaped. */
const quoted = (path: string): string => quoteArgument(path.replace(/[[\]*?\\]/g, character => `\\${character}`));
