# Style that a compiler does not check. Prints FILE:LINE: what, one a line.
# Comments, strings and characters are blanked out first, so that words in them do
# not count.
function fail(what) { print FILENAME ":" FNR ": " what }

function blank(text,    out, i, n, c, quote) {
	n = length(text)
	out = ""
	quote = ""
	for (i = 1; i <= n; i++) {
		c = substr(text, i, 1)
		if (in_comment) {
			if (substr(text, i, 2) == "*/") {
				in_comment = 0
				i++
			}
		} else if (quote != "") {
			if (c == "\\")
				i++
			else if (c == quote)
				quote = ""
		} else if (substr(text, i, 2) == "/*") {
			in_comment = 1
			i++
			out = out " "
		} else if (substr(text, i, 2) == "//") {
			break
		} else if (c == "\"" || c == "'") {
			quote = c
			out = out "0"
		} else
			out = out c
	}
	return out
}

function calls(code, names) { return (" " code) ~ ("[^A-Za-z0-9_](" names ")[ \t]*\\(") }

FNR == 1 {
	in_comment = 0
	body = 0
	before = ""
	file = FILENAME
	sub(/.*\//, "", file)
	is_test = file ~ /_test\.[ch]$/
	library = FILENAME ~ /^(lib|reports)\// && !is_test
	heap = file ~ /^(base|str|jsonread|input|policy)\.c$/
}

{ code = blank($0) }

FNR == 501 { fail("longer than 500 lines") }
/TODO/ && !/TODO #[0-9]/ { fail("TODO without an issue number (TODO #7)") }

calls(code, "strcpy|strcat|sprintf|vsprintf|strtok|gets|atoi|atol|atof|strncpy|strncat") {
	fail("banned: copies or converts without a length or an error")
}
calls(code, "alloca|setjmp|longjmp|system|popen|mktemp|tmpnam") { fail("banned call") }
calls(code, "isalpha|isdigit|isalnum|isspace|isprint|isupper|islower|toupper|tolower") {
	fail("depends on the locale, and needs unsigned char: use str_is_…")
}
!is_test && calls(code, "cJSON_GetObjectItem|cJSON_HasObjectItem") { fail("ignores case: use the CaseSensitive form") }
!heap && !is_test && calls(code, "malloc|calloc|realloc|free|strdup|strndup|asprintf") {
	fail("heap only in base.c, str.c and the adapters: use an arena or a buf")
}
library && calls(code, "printf|puts|putchar|perror|fprintf|fputs|exit|_exit|quick_exit") {
	fail("the library prints nothing and never exits")
}
library && file != "base.c" && calls(code, "abort") { fail("use assert") }

# A function is what stands between { and } in the first column behind a ")".
code ~ /^\{/ && before ~ /\)[ \t]*$/ { body = FNR }
code ~ /^\}/ && body {
	if (FNR - body + 1 > 80)
		fail("function of " FNR - body + 1 " lines (at most 80)")
	body = 0
}
code ~ /[^ \t]/ { before = code }
