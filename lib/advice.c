#include "advice.h"
int advice_version(struct str v){(void)v;return 0;}
