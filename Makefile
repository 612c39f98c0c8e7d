# ctrace: make | make test | make SANITIZE=1 test | make bench | make install
VERSION  = 0.1.0
PREFIX  ?= /usr/local
CC      ?= cc
O       ?= build$(if $(SANITIZE),-sanitize)

CFLAGS  ?= -O2 -g
WARN     = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
           -Wmissing-prototypes -Wvla -Wformat=2 -Wcast-qual -Wundef \
           -Wpointer-arith -Wconversion -Wno-sign-conversion
STD      = -std=c11 -D_GNU_SOURCE -DCTRACE_VERSION='"$(VERSION)"'
ifdef SANITIZE
SAN      = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif
PKG      = $(shell pkg-config --cflags $(1) 2>/dev/null)
LIBS     = libcjson yaml-0.1 zlib
ALL      = $(STD) $(WARN) $(CFLAGS) $(SAN) -pthread $(call PKG,$(LIBS)) -Ilib -Ireports -Icmd -I$O
LDLIBS   = $(shell pkg-config --libs $(LIBS)) -pthread

SRC      = $(sort $(wildcard lib/*.c reports/*.c cmd/*.c))
LIBSRC   = $(filter-out cmd/%,$(filter-out %_test.c,$(SRC)))
CMDSRC   = $(filter cmd/%,$(filter-out %_test.c,$(SRC)))
TESTSRC  = $(filter %_test.c,$(SRC))
LIBOBJ   = $(LIBSRC:%.c=$O/%.o)
CMDOBJ   = $(CMDSRC:%.c=$O/%.o)
# Unit tests link the library and cmd/ (but main) built with small buffers.
TESTOBJ  = $(TESTSRC:%.c=$O/test/%.o) $(LIBSRC:%.c=$O/test/%.o) \
           $(patsubst %.c,$O/test/%.o,$(filter-out cmd/main.c,$(CMDSRC)))

all: $O/ctrace $O/libctrace.a

$O/ctrace: $(CMDOBJ) $O/libctrace.a
	$(CC) $(SAN) $(LDFLAGS) -o $@ $(CMDOBJ) $O/libctrace.a $(LDLIBS)
$O/libctrace.a: $(LIBOBJ)
	rm -f $@ && $(AR) rcsD $@ $^
$O/unit: $(TESTOBJ)
	$(CC) $(SAN) $(LDFLAGS) -o $@ $^ $(LDLIBS) $(shell pkg-config --libs criterion)
$O/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL) -MMD -MP -c -o $@ $<
$O/test/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALL) -DCTRACE_TEST -MMD -MP -c -o $@ $<

test: unit layers
unit: $O/unit
	$O/unit --quiet
layers:
	@awk -f testdata/layers.awk lib/LAYERS $(sort $(wildcard */*.c */*.h))

clean:
	rm -rf build build-sanitize

.PHONY: all test unit layers clean
-include $(LIBOBJ:.o=.d) $(CMDOBJ:.o=.d) $(TESTOBJ:.o=.d)
