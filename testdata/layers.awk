# Checks every #include against lib/LAYERS, which is the first file given.
function fail(where, what) { print where ": " what; failed++ }

function stem_of(path) {
	sub(/.*\//, "", path)
	sub(/\.[ch]$/, "", path)
	return path
}

NR == FNR {
	sub(/#.*/, "")
	if (NF == 0)
		next
	if ($1 in line_of)
		fail(FILENAME ":" FNR, $1 " has a line already: " line_of[$1])
	beyond = 0
	for (i = 2; i <= NF; i++) {
		if ($i == "|") {
			beyond = 1
			continue
		}
		allowed[$1, $i] = beyond ? "c" : "ch"
		if ($i ~ /^</) {
			if ($i in owner)
				fail(FILENAME ":" FNR, $i " belongs to " owner[$i] " already")
			owner[$i] = $1
		} else if (!beyond && !($i in line_of))
			fail(FILENAME ":" FNR, $1 " may only name stems above it, not " $i)
	}
	line_of[$1] = FNR
	next
}

FILENAME ~ /_test\.[ch]$/ { next }

FNR == 1 {
	me = stem_of(FILENAME)
	folder = FILENAME
	sub(/\/[^\/]*$/, "", folder)
	files++
	if (!(me in line_of))
		fail(FILENAME, "has no line in lib/LAYERS")
	if (me in home && home[me] != folder)
		fail(FILENAME, "has the same stem as a file in " home[me])
	home[me] = folder
}

$0 ~ /^[ \t]*#[ \t]*include/ {
	name = $0
	sub(/^[^<"]*/, "", name)
	quoted = name ~ /^"/
	sub(/^["<]/, "", name)
	sub(/[">].*/, "", name)
	where = FILENAME ":" FNR
	outside = "<" name ">"
	if (!quoted) {
		if (outside in owner && owner[outside] != me)
			fail(where, outside " is for " owner[outside] " only")
		else if (name ~ /cJSON\.h|yaml\.h|zlib\.h/ && !(outside in owner))
			fail(where, outside " has no owner in lib/LAYERS")
		next
	}
	name = stem_of(name)
	kind = FILENAME ~ /h$/ ? "h" : "c"
	used[me, name]
	if (name != me && name in line_of && index(allowed[me, name], kind) == 0)
		fail(where, me "." kind " may not include " name ".h")
}

END {
	for (pair in allowed) {
		split(pair, of, SUBSEP)
		if (of[2] !~ /^</ && !(pair in used))
			fail(ARGV[1] ":" line_of[of[1]], of[1] " does not include " of[2] ".h")
	}
	printf "layers: %d passed, %d failed\n", files, failed
	exit failed > 0
}
