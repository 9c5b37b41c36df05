#!/bin/sh
# What `squad resume` does with a paused session, written by hand with git and tmux: the baseline of resume.mjs. See
# raw-pause.sh, whose folder it reads.
#
# raw-resume.sh <socket> <session> <worktree> <folder> <agent>
set -eu
socket=$1 session=$2 worktree=$3 folder=$4 agent=$5
export LC_ALL=C folder
cd "$worktree"
fail() {
	echo "$1" >&2
	exit 1
}

# The work: by the pin, so that it is there even when somebody dropped the entry.
if stash=$(git rev-parse -q --verify "refs/raw/$session/stash"); then
	[ -z "$(GIT_OPTIONAL_LOCKS=0 git status --porcelain --untracked-files=all)" ] || fail 'something is in the way'
	parents=$(git rev-parse HEAD "$stash^@")
	head=${parents%%
*}
	case $parents in "$head
$head
"*) ;; *) fail 'the branch moved' ;; esac
	git diff-tree -r -z --no-renames --raw HEAD "$stash" >"$folder/files"
	git diff-tree -r -z --no-renames --name-only HEAD "$stash^2" >"$folder/staged"
	: >"$folder/others"
	others=$(git rev-parse -q --verify "$stash^3") && git ls-tree -r -z "$others" >"$folder/others"
	# All paths that differ, and of those that exist the path and what it must be.
	perl -0 -e '
		open $$_, ">", "$ENV{folder}/$_" for qw(differ exist names);
		my $exists = sub { print {$exist} "$_[0]\0"; print {$names} "$_[1]\n" };
		open my $in, "<", "$ENV{folder}/files";
		while (my $info = <$in>) {
			my @words = split " ", $info;
			chomp(my $path = <$in>);
			print {$differ} "$path\0";
			$exists->($path, $words[3]) if $words[1] ne "000000";
		}
		open $in, "<", "$ENV{folder}/others";
		while (<$in>) { chomp; $exists->($2, $1) if /^\d+ \w+ (\w+)\t(.*)/s }
	'
	[ ! -s "$folder/differ" ] ||
		git restore --source="$stash" --worktree --pathspec-from-file="$folder/differ" --pathspec-file-nul
	if [ -n "$others" ]; then
		rm -f "$folder/index"
		GIT_INDEX_FILE=$folder/index git read-tree "$others"
		GIT_INDEX_FILE=$folder/index git checkout-index -q -a
	fi
	[ ! -s "$folder/staged" ] ||
		git restore --source="$stash^2" --staged --pathspec-from-file="$folder/staged" --pathspec-file-nul

	# Read back, then let go.
	xargs -0 git hash-object --no-filters -- <"$folder/exist" | cmp -s - "$folder/names" || fail 'not restored'
	at=$(git stash list --format=%H | grep -n -x "$stash") && git stash drop -q "stash@{$((${at%%:*} - 1))}"
	git update-ref -d "refs/raw/$session/stash"
fi

# The screen and the agent.
read -r _ _ width height <"$folder/size"
tmux -S "$socket" new-session -d -s "$session" -c "$worktree" -x "$width" -y "$height" \
	sh -c 'cat "$1"; echo "── resumed ──"; shift; "$@"' sh "$folder/screen" "$agent" -c
tries=0
until screen=$(tmux -S "$socket" capture-pane -p -t "=$session:") && case ${screen##*── resumed ──} in
*'
>'*) ;; *) false ;; esac do
	[ $((tries += 1)) -lt 500 ] || fail 'the agent does not start'
	sleep 0.01
done
