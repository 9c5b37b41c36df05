#!/bin/sh
# What `squad pause` does with an idle session, written by hand with git and tmux: the baseline of pause.mjs. It keeps
# the same promises in the same order (it looks before it touches, reads back what it saved before it removes anything,
# and has it on the disk by then) and takes the shortest way we know to keep them.
#
# raw-pause.sh <socket> <session> <worktree> <folder>    The folder keeps the screen and holds scratch files.
set -eu
socket=$1 session=$2 worktree=$3 folder=$4
export LC_ALL=C folder
cd "$worktree"
read -r _ gitdir <.git
fail() {
	echo "$1" >&2
	exit 1
}
# The objects are the only copy of somebody's work: they are on the disk before the files go.
save() { git -c core.fsync=committed,loose-object -c core.fsyncMethod=batch "$@"; }

# Nothing that a stash cannot hold.
for mark in MERGE_HEAD rebase-merge rebase-apply CHERRY_PICK_HEAD REVERT_HEAD sequencer; do
	[ ! -e "$gitdir/$mark" ] || fail "$mark: something is in progress"
done
[ -z "$(git ls-files --unmerged)" ] || fail 'unmerged paths'

# The screen, and with it the answer to "is it idle?": the last line is the prompt.
mkdir -p "$folder"
tmux -S "$socket" \
	display-message -p -t "=$session:" '#{pane_pid} #{cursor_x} #{cursor_y} #{pane_width} #{pane_height}' \; \
	capture-pane -p -e -J -S - -E - -t "=$session:" >"$folder/captured"
read -r pid size <"$folder/captured"
screen=$(tail -n +2 "$folder/captured")
case ${screen##*
} in '>'*) ;; *) fail 'the agent is not idle' ;; esac
printf '%s\n' "$screen" >"$folder/screen"
echo "$size" >"$folder/size"
sync "$folder/screen" "$folder/size"

# The agent.
children=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null || pgrep -P "$pid" || :)
tmux -S "$socket" \
	if-shell -F -t "=$session:" '#{session_attached}' "detach-client -s '=$session'" \; \
	kill-session -t "=$session"
# A zombie has ended: its memory is free, and how soon it is buried is not our affair.
runs() {
	kill -0 "$1" 2>/dev/null || return 1
	[ ! -r "/proc/$1/stat" ] || ! read -r state <"/proc/$1/stat" 2>/dev/null || [ "${state##*) Z*}" ]
}
for one in $pid $children; do
	while runs "$one"; do sleep 0.004; done
done

# The work.
GIT_OPTIONAL_LOCKS=0 git status --porcelain -z --no-renames --untracked-files=all --ignore-submodules=none \
	>"$folder/status"
[ -s "$folder/status" ] || exit 0
perl -0 -ne '
	BEGIN { open $$_, ">", "$ENV{folder}/$_" for qw(changed untracked folders) }
	my $path = substr $_, 3;
	if (!/^\?\?/) { print {$changed} $path; next }
	print {$untracked} $path;
	print {$folders} "$1\0" if $path =~ m{(.*)/}s && !$seen{$1}++;
' "$folder/status"

cp "$gitdir/index" "$folder/index"
export GIT_INDEX_FILE="$folder/index"
index=$(save commit-tree "$(save write-tree)" -p HEAD -m "index on $session")
save update-index --add --remove --replace -z --stdin <"$folder/changed"
files=$(save write-tree)
others=
if [ -s "$folder/untracked" ]; then
	rm "$folder/index"
	save update-index --add -z --stdin <"$folder/untracked"
	others=$(save commit-tree "$(save write-tree)" -m "untracked files on $session")
fi
unset GIT_INDEX_FILE
stash=$(save commit-tree "$files" -p HEAD -p "$index" ${others:+-p "$others"} -m "raw-pause-$session")

# Read back: everything that the status listed is in it.
{
	git diff-tree -r -z --no-renames --name-only HEAD "$stash"
	git diff-tree -r -z --no-renames --name-only HEAD "$index"
	[ -z "$others" ] || git ls-tree -r -z --name-only "$others"
} | sort -z -u >"$folder/held"
sort -z "$folder/changed" "$folder/untracked" | cmp -s - "$folder/held" || fail 'the stash does not hold everything'

git update-ref "refs/raw/$session/stash" "$stash"
git stash store -q -m "raw-pause-$session" "$stash"

# Only now the files go.
[ ! -s "$folder/changed" ] ||
	git restore --source=HEAD --staged --worktree --pathspec-from-file="$folder/changed" --pathspec-file-nul
[ ! -s "$folder/untracked" ] || xargs -0 rm -f -- <"$folder/untracked"
[ ! -s "$folder/folders" ] || xargs -0 rmdir -p -- <"$folder/folders" 2>/dev/null || : # not empty: others live there
