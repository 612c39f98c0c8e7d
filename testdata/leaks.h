/*
 * leaks.h - makes a leak fail a unit test. Criterion passes a test that leaks, and
 * LeakSanitizer's own report comes after its verdict. Every test file has
 *
 *	TestSuite(line, .fini = no_leaks);
 *
 * In a plain build it does nothing; with SANITIZE=1 a leak ends the test as crashed.
 */
#ifndef CTRACE_LEAKS_H
#define CTRACE_LEAKS_H

#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__)
#define LEAKS_CHECKED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LEAKS_CHECKED 1
#endif
#endif

#ifdef LEAKS_CHECKED
#include <sanitizer/lsan_interface.h>
#endif

static inline void no_leaks(void)
{
#ifdef LEAKS_CHECKED
	if (__lsan_do_recoverable_leak_check())
		abort();
#endif
}

#endif
