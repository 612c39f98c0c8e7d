# ctrace: make deps demo | make test | make SANITIZE=1 test | make bench | make install
VERSION  = 0.1.0
PREFIX  ?= /usr/local
CC      ?= cc
O       ?= build$(if $(SANITIZE),-sanitize)

CFLAGS  ?= -O2 -g
WARN     = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
           -Wmissing-prototypes -Werror=vla -Wformat=2 -Wcast-qual -Wundef \
           -Wpointer-arith -Wconversion -Wno-sign-conversion $(if $(WERROR),-Werror)
STD      = -std=c11 -D_GNU_SOURCE -DCTRACE_VERSION='"$(VERSION)"' -ffile-prefix-map=$(CURDIR)=.
ifdef SANITIZE
SAN      = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
else
HARDEN   = -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
endif
ifdef COVERAGE
SAN     += --coverage
endif
LIBS     = libcjson yaml-0.1 zlib
# Asked once, and only when something is built: "make deps" may have to come first.
PKG_C    = $(eval PKG_C := $(shell pkg-config --cflags $(LIBS)))$(PKG_C)
PKG_L    = $(eval PKG_L := $(shell pkg-config --libs $(LIBS)))$(PKG_L)
ALL      = $(STD) $(WARN) $(HARDEN) $(CFLAGS) $(SAN) -pthread $(PKG_C) -Ilib -Ireports -Icmd -I$O
LDLIBS   = $(PKG_L) -pthread

SRC      = $(sort $(wildcard lib/*.c reports/*.c cmd/*.c))
LIBSRC   = $(filter-out cmd/%,$(filter-out %_test.c,$(SRC)))
CMDSRC   = $(filter cmd/%,$(filter-out %_test.c,$(SRC)))
TESTSRC  = $(filter %_test.c,$(SRC))
LIBOBJ   = $(LIBSRC:%.c=$O/%.o)
CMDOBJ   = $(CMDSRC:%.c=$O/%.o)
NOMAIN   = $(filter-out $O/cmd/main.o,$(CMDOBJ))
# Unit tests link the library and cmd/ (but main) built with small buffers.
TESTOBJ  = $(TESTSRC:%.c=$O/test/%.o) $(LIBOBJ:$O/%=$O/test/%) $(NOMAIN:$O/%=$O/test/%)
TORTURE  = $O/testdata/torture.o $O/testdata/judge.o $O/torture/main.o

all: $O/ctrace $O/libctrace.a

$O/ctrace: $(CMDOBJ) $O/libctrace.a
	$(CC) $(SAN) $(LDFLAGS) -o $@ $(CMDOBJ) $O/libctrace.a $(LDLIBS)
$O/libctrace.a: $(LIBOBJ)
	rm -f $@ && $(AR) rcsD $@ $^
$O/unit: $(TESTOBJ)
	$(CC) $(SAN) $(LDFLAGS) -o $@ $^ $(LDLIBS) $$(pkg-config --libs criterion)
$O/torture.bin: $(TORTURE) $(NOMAIN) $O/libctrace.a
	$(CC) $(SAN) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$O/library.bin: $O/testdata/library.o $O/libctrace.a
	$(CC) $(SAN) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$O/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL) -MMD -MP -c -o $@ $<
$O/test/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL) -Itestdata -DCTRACE_TEST -MMD -MP -c -o $@ $<
# Style and script of the HTML report as C strings, a line each, without indents.
$O/page_%.h: reports/page.% Makefile
	@mkdir -p $(@D)
	@{ echo 'static const char *const page_$*[] = {'; \
	sed -e 's/^[ \t]*//' -e '/^\/\//d' -e '/^$$/d' -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n",/' $<; \
	echo 'NULL };'; } >$@
$O/reports/html.o $O/test/reports/html.o: $O/page_css.h $O/page_js.h
# ctrace's main under another name, so that the torture program can call it.
$O/torture/main.o: cmd/main.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL) -Dmain=ctrace_main -Wno-missing-prototypes -MMD -MP -c -o $@ $<

deps:
	@.ci/deps
demo: $O/ctrace
	$O/ctrace analyze testdata/traces/size_batch.log

# Each part prints "NAME: N passed, N failed"; all can run side by side (make -j2 test).
PARTS    = unit golden examples run formats ci library same pairs figures tools torture faults $(if $(SANITIZE),,layers lint man)
test: $(PARTS)
unit: $O/unit
	@testdata/unit.sh $O/unit
golden: $O/ctrace
	@testdata/run.sh $O/ctrace
examples: $O/ctrace
	@testdata/examples.sh $O/ctrace
ci: $O/ctrace
	@testdata/ci.sh $O/ctrace
run: $O/ctrace
	@testdata/run_command.sh $O/ctrace
library: $O/library.bin
	@testdata/library.sh $O/library.bin
same: $O/ctrace
	@testdata/same.sh $O/ctrace
pairs: $O/ctrace
	@testdata/pairs.sh $O/ctrace
tools: $O/ctrace
	@testdata/tools.sh $O/ctrace build
torture: $O/torture.bin
	@testdata/torture.sh $O/torture.bin $(if $(SANITIZE),some,all)
faults: $O/ctrace
	@testdata/faults.sh $O/ctrace
# With real torch, which it installs below build/ (or that of PYTHON=): PART=fast | all.
PART    ?= all
proof: $O/ctrace
	@testdata/proof.sh $O/ctrace $(PART) $(PYTHON)
check-full: test proof
man: $O/ctrace
	@testdata/man.sh $O/ctrace
# The HTML report in a headless Chromium (.ci/deps browser); not a part of "make test".
browser-test: $O/ctrace
	@python3 testdata/browser.py $O/ctrace $(SHOTS)
formats:
	@if command -v python3 >/dev/null; then testdata/formats.py; else \
		echo "formats: 0 passed, 0 failed"; fi
figures: $O/ctrace
	@if command -v python3 >/dev/null; then testdata/figures.py $O/ctrace; else \
		echo "figures: 0 passed, 0 failed"; fi
layers:
	@awk -f testdata/layers.awk lib/LAYERS $(sort $(wildcard lib/*.[ch] reports/*.[ch] cmd/*.[ch]))
lint: $(LIBOBJ) $(CMDOBJ)
	@testdata/lint.sh $O

clang:
	$(MAKE) CC=clang O=build-clang all build-clang/unit
bench: $O/ctrace
	@testdata/bench.sh $O/ctrace
coverage:
	-$(MAKE) -k COVERAGE=1 O=build-coverage CFLAGS='-O0 -g' unit golden
	gcovr -r . --object-directory build-coverage -e '.*_test\.c' -s

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
		$(DESTDIR)$(PREFIX)/share/man/man5
	install $O/ctrace $(DESTDIR)$(PREFIX)/bin/ctrace
	$(foreach m,$(wildcard man/*.1),install -m 644 $m $(DESTDIR)$(PREFIX)/share/man/man1;)
	$(foreach m,$(wildcard man/*.5),install -m 644 $m $(DESTDIR)$(PREFIX)/share/man/man5;)
clean:
	rm -rf build build-sanitize build-clang build-coverage

ifneq ($(filter deps,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
.PHONY: proof check-full all deps demo test $(PARTS) browser-test layers lint man clang bench coverage install clean
-include $(wildcard $O/*/*.d $O/test/*/*.d)
