#!/usr/bin/env python3
"""The HTML report in a real browser: browser.py CTRACE [FOLDER FOR PICTURES]

Prints "browser: N passed, N failed". Reports of sample traces, of a made-up run of ten
thousand compiles, and of hostile logs are opened in a headless Chromium.
"""

import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import chromium
import poison
import scale

TRACES = os.path.join(HERE, "traces")
BIG_ROWS = 10000
BIG_BYTES = 6_000_000
USUAL_BYTES = 400_000
OPEN_SECONDS = 2.0 if not os.environ.get("CI_SLOW") else 6.0


class Test:
    def __init__(self, ctrace, folder, shots):
        self.ctrace, self.folder, self.shots = ctrace, folder, shots
        self.passed = self.failed = 0

    def check(self, label, good, got=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"{label}: {str(got)[:600]}")

    def equal(self, label, got, want):
        self.check(label, got == want, f"{got!r}, not {want!r}")

    def report(self, trace, name=None):
        """The page of a trace, and its JSON."""
        name = name or os.path.basename(trace)
        page = os.path.join(self.folder, name + ".html")
        subprocess.run([self.ctrace, "analyze", "--format", "html", "-o", page, trace], check=True)
        data = subprocess.run([self.ctrace, "analyze", "--format", "json", trace], check=True,
                              stdout=subprocess.PIPE).stdout
        return page, json.loads(data)

    def shot(self, page, name):
        if self.shots:
            page.shot(os.path.join(self.shots, name + ".png"))

    def silent(self, label, page):
        self.equal(label + ": console", page.errors, [])
        self.equal(label + ": requests", page.requests, [])
        self.equal(label + ": dialogs", page.dialogs, [])


def count(page, selector):
    return page.run(f"document.querySelectorAll({json.dumps(selector)}).length")


def texts(page, selector):
    return page.run(f"[...document.querySelectorAll({json.dumps(selector)})].map(n => n.textContent)")


def test_content(t, browser):
    for name in ("ranks", "llama_generate.log.gz", "train_loop.log.gz", "three_causes.log.gz",
                 "break_print.log", "backend_fails.log", "recompile_limit.log.gz",
                 "region_reused.log.gz", "clean.log", "export_model.log", "text_2_13.log"):
        path, data = t.report(os.path.join(TRACES, name))
        page = browser.open(path)
        t.silent(name, page)
        t.check(name + ": size", os.path.getsize(path) < USUAL_BYTES, os.path.getsize(path))
        t.equal(name + ": cards", count(page, "#causes .card"), len(data["causes"]))
        t.equal(name + ": compiles", count(page, "#compilations tbody tr[id]"),
                len(data["compilations"]))
        t.equal(name + ": recompiles", count(page, "#recompiles tbody tr:not(.more)"),
                len(data["recompiles"]))
        links = page.run("""[...document.querySelectorAll('a[href^="#"]')]
            .filter(a => !document.getElementById(a.getAttribute('href').slice(1)))
            .map(a => a.outerHTML)""")
        t.equal(name + ": links that lead nowhere", links, [])
        ids = page.run("""[...document.querySelectorAll('[id]')].map(n => n.id)
            .filter((id, i, all) => all.indexOf(id) !== i)""")
        t.equal(name + ": ids that are there twice", ids, [])
        page.close()


def test_tables(t, browser):
    path, data = t.report(os.path.join(TRACES, "ranks"))
    page = browser.open(path)
    heads = texts(page, "#compilations thead th")
    took = heads.index("took") + 1
    ids = "#compilations tbody tr[id] > :first-child"
    first = texts(page, ids)
    button = f"#compilations thead th:nth-child({took}) button"
    head = f"document.querySelector('#compilations thead th:nth-child({took})').ariaSort"
    page.click(button)
    times = [c["time_us"] for c in sorted(data["compilations"], key=lambda c: -c["time_us"])]
    values = f"[...document.querySelectorAll('#compilations tbody tr[id]')].map(r => +r.cells[{took - 1}].dataset.v)"
    t.equal("sorting, once", page.run(values), times)
    t.equal("sorting, announced", page.run(head), "descending")
    page.click(button)
    t.equal("sorting, twice", page.run(values), times[::-1])
    t.equal("sorting, announced again", page.run(head), "ascending")
    page.click(button)
    t.equal("sorting, three times: as before", texts(page, ids), first)
    page.run("document.querySelector('#compilations input').focus()")
    page.call("Input.insertText", text="forward")
    want = sum(1 for c in data["compilations"] if c["function"] == "forward")
    shown = "[...document.querySelectorAll('#compilations tbody tr[id]')].filter(r => r.offsetParent).length"
    t.equal("filter", page.run(shown), want)
    t.check("filter, announced", f"{want} of {len(data['compilations'])} rows"
            in page.run("document.querySelector('#compilations .count').textContent"))
    page.run("document.activeElement.blur()")
    page.key("/", "/")
    t.equal("/ leads to the search", page.run("document.activeElement.id"), "search")
    page.call("Input.insertText", text="big.py")
    page.until(lambda: page.run("document.getElementById('found').textContent") != "")
    t.check("search: found", page.run("document.getElementById('found').textContent")[0].isdigit())
    t.equal("search hides what has nothing", page.run("document.querySelector('#caches').hidden"), True)
    page.key("Escape")
    t.equal("Escape ends it", page.run("document.querySelector('#caches').hidden"), False)
    t.silent("tables", page)
    page.close()


def test_pictures(t, browser):
    path, data = t.report(os.path.join(TRACES, "llama_generate.log.gz"))
    page = browser.open(path)
    t.check("icicle: nodes", count(page, ".node") > 5, count(page, ".node"))
    t.equal("icicle: names", page.run("""[...document.querySelectorAll('.node')]
        .every(n => n.getAttribute('aria-label') && n.getAttribute('role') === 'button')"""), True)
    page.run("document.querySelectorAll('.node')[3].id = 'third'")
    narrow = page.run("document.getElementById('third').getBoundingClientRect().width")
    page.click("#third")
    page.settle()
    wide = page.run("document.getElementById('third').getBoundingClientRect().width")
    whole = page.run("document.querySelector('[data-picture=icicle] .canvas').clientWidth")
    t.check("icicle: a click enlarges", narrow < wide and abs(wide - whole) < 2, (narrow, wide, whole))
    page.run("document.getElementById('third').focus()")
    page.key("ArrowDown")
    t.check("icicle: arrow keys", page.run("document.activeElement.getAttribute('y')") != "66"
            or page.run("document.activeElement.classList.contains('node')"))
    page.key("Escape")
    page.settle()
    t.check("icicle: Escape", abs(page.run("document.getElementById('third').getBoundingClientRect().width") - narrow) < 2)
    blocks = count(page, ".blocks a")
    t.equal("timeline: a block for each compile", blocks, len(data["compilations"]))
    t.equal("timeline: causes on recompiles",
            sum(", #" in label for label in page.run(
                "[...document.querySelectorAll('.blocks a')].map(a => a.ariaLabel)")),
            len(data["recompiles"]))
    page.click("[data-picture=lanes] .controls button")
    page.settle()
    t.check("timeline: + zooms", count(page, ".blocks a") < blocks)
    page.click("[data-picture=lanes] .controls button:last-child")
    page.settle()
    t.equal("timeline: whole run", count(page, ".blocks a"), blocks)
    page.run("document.querySelector('.blocks a[href=\"#c-0-3\"]').focus()")
    page.key("ArrowLeft")
    t.equal("timeline: arrow keys", page.run("document.activeElement.getAttribute('href')"), "#c-0-2")
    page.click(".blocks a[href='#c-0-3']")
    page.until(lambda: page.run("location.hash") == "#c-0-3")
    t.equal("timeline: a click leads to the compile",
            page.run("document.querySelector('.here').id"), "c-0-3")
    t.silent("pictures", page)
    page.close()


def test_links(t, browser):
    path, _ = t.report(os.path.join(TRACES, "recompile_limit.log.gz"))
    page = browser.open(path)
    for anchor in ("c-0-7", "cause-1", "limit-0-8", "compilations"):
        page.run(f"location.hash = '#{anchor}'")
        page.settle()
        box = page.run(f"(() => {{ const b = document.getElementById('{anchor}').getBoundingClientRect(); return [b.top, b.bottom] }})()")
        t.check(f"#{anchor} is in sight", -1 <= box[0] < 900, box)
    page.close()
    page = browser.open(path + "#c-0-7")
    t.equal("a link from outside", page.run("document.querySelector('.here').id"), "c-0-7")
    t.silent("links", page)
    page.close()


def test_copying(t, browser):
    path, data = t.report(os.path.join(TRACES, "three_causes.log.gz"))
    page = browser.open(path)
    codes = count(page, ".code")
    t.equal("a copy button for each code", count(page, ".code button"), codes)
    if codes:
        page.browser.call("Browser.grantPermissions",
                          permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        page.click(".code button")
        page.until(lambda: page.run("document.querySelector('.code button').textContent") != "Copy")
        t.equal("copying", page.run("document.querySelector('.code button').textContent"), "Copied")
        t.equal("what is copied", page.run("navigator.clipboard.readText()"),
                page.run("document.querySelector('.code code').textContent"))
    t.silent("copying", page)
    page.close()


def test_without_scripts(t, browser):
    path, data = t.report(os.path.join(TRACES, "ranks"))
    page = browser.open(path, scripts=False)
    with open(path, encoding="utf-8") as file:
        source = file.read()
    t.check("no JavaScript: no dead buttons", "<button" not in source.split("<script>")[0])
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    names = [n.get("name", {}).get("value", "") for n in tree if not n.get("ignored")]
    for word in ("Why it compiled again", "r0:4/1", "When it compiled", "Graph breaks"):
        t.check(f"no JavaScript: {word}", any(word in name for name in names))
    rows = sum(n.get("role", {}).get("value") == "row" for n in tree)
    t.check("no JavaScript: rows", rows > len(data["compilations"]), rows)
    t.silent("no JavaScript", page)
    t.shot(page, "ranks-1280-no-script")
    page.close()


CONTRAST = """(() => {
    const light = (c) => { const v = c.match(/[\\d.]+/g).slice(0, 3).map(x => { x /= 255;
        return x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4 });
        return .2126 * v[0] + .7152 * v[1] + .0722 * v[2] };
    const ground = (n) => { for (; n; n = n.parentElement) {
        const c = getComputedStyle(n).backgroundColor;
        if (!/, 0\\)$|transparent/.test(c)) return c } return 'rgb(255,255,255)' };
    const bad = [];
    for (const n of document.querySelectorAll('main *, nav *, footer')) {
        if (![...n.childNodes].some(c => c.nodeType === 3 && c.data.trim()) || n.closest('svg, :disabled') ||
            !n.offsetParent) continue;
        const a = light(getComputedStyle(n).color), b = light(ground(n));
        const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
        if (ratio < 4.5) bad.push([n.tagName, n.className, ratio.toFixed(2), n.textContent.slice(0, 20)]);
    }
    return bad.slice(0, 5);
})()"""

# Text that goes out of its box where nothing scrolls, and boxes that lie on each other.
LAYOUT = """(() => {
    const bad = [];
    for (const n of document.querySelectorAll('main *')) {
        const style = getComputedStyle(n);
        if (n.closest('svg, .hidden, .path') || !n.offsetParent || style.display === 'inline') continue;
        const scrolls = /auto|scroll/.test(style.overflowX);
        if (n.scrollWidth > n.clientWidth + 1 && !scrolls && n.clientWidth)
            bad.push(['wide', n.tagName, n.className, n.scrollWidth, n.clientWidth]);
    }
    const blocks = [...document.querySelectorAll('main > *, .card > *, section > *')]
        .filter(n => n.offsetParent && getComputedStyle(n).position === 'static');
    for (const n of blocks) {
        const next = n.nextElementSibling;
        if (!next || !next.offsetParent || !blocks.includes(next)) continue;
        const a = n.getBoundingClientRect(), b = next.getBoundingClientRect();
        if (a.bottom > b.top + 1 && a.right > b.left + 1 && a.left < b.right - 1)
            bad.push(['overlap', n.tagName, n.className, next.tagName, next.className]);
    }
    if (document.documentElement.scrollWidth > innerWidth)
        bad.push(['page', document.documentElement.scrollWidth, innerWidth]);
    return bad.slice(0, 5);
})()"""


def test_looks(t, browser):
    for name in ("ranks", "llama_generate.log.gz", "recompile_limit.log.gz", "break_print.log",
                 "backend_fails.log", "clean.log"):
        path, _ = t.report(os.path.join(TRACES, name))
        for width, dark in ((1280, False), (1280, True), (390, False), (390, True), (1600, False)):
            label = f"{name}, {width} px, {'dark' if dark else 'light'}"
            page = browser.open(path, width=width, height=900 if width > 600 else 844, dark=dark)
            t.equal(label + ": contrast", page.run(CONTRAST), [])
            t.equal(label + ": layout", page.run(LAYOUT), [])
            t.silent(label, page)
            t.shot(page, f"{name.split('.')[0]}-{width}-{'dark' if dark else 'light'}")
            page.close()


def test_theme(t, browser):
    path, _ = t.report(os.path.join(TRACES, "clean.log"))
    ground = "getComputedStyle(document.body).backgroundColor"
    page = browser.open(path, dark=True)
    dark = page.run(ground)
    page.click("#theme")
    light = page.run(ground)
    t.check("the button turns dark to light", dark != light, dark)
    page.look(False)
    t.equal("the choice stays", page.run(ground), light)
    page.click("#theme")
    t.equal("and back", page.run(ground), dark)
    page.run("localStorage.clear()")
    page.close()


def test_paper(t, browser):
    path, _ = t.report(os.path.join(TRACES, "ranks"))
    page = browser.open(path, dark=True, media="print")
    t.equal("paper: no navigation", page.run("getComputedStyle(document.querySelector('nav')).display"), "none")
    t.equal("paper is white", page.run("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
    paper = page.call("Page.printToPDF")["data"]
    t.check("paper: a document", len(paper) > 20000, len(paper))
    page.close()


def test_access(t, browser):
    path, _ = t.report(os.path.join(TRACES, "ranks"))
    page = browser.open(path)
    nodes = [n for n in page.call("Accessibility.getFullAXTree")["nodes"] if not n.get("ignored")]
    roles = [n.get("role", {}).get("value") for n in nodes]
    for role in ("main", "navigation", "contentinfo"):
        t.equal("landmark " + role, roles.count(role), 1)
    t.equal("one h1", count(page, "h1"), 1)
    nameless = [n for n in nodes if n.get("role", {}).get("value") in
                ("button", "link", "searchbox", "textbox", "table", "region", "columnheader")
                and not n.get("name", {}).get("value", "").strip()]
    t.equal("everything has a name", [n["role"]["value"] for n in nameless], [])
    t.equal("every table has a caption", count(page, "table:not(:has(caption))"), 0)
    t.equal("headings do not skip", page.run("""[...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])
        .some((level, i, all) => i && level > all[i - 1] + 1)"""), False)
    page.key("Tab")
    t.equal("first the skip link", page.run("document.activeElement.className"), "skip")
    t.check("…which is seen", page.run("document.activeElement.getBoundingClientRect().left") >= 0)
    page.key("Enter", "\r")
    page.settle()
    t.equal("…and leads to the report", page.run("document.activeElement.id"), "main")
    page.close()


def test_big(t, browser):
    log = os.path.join(t.folder, "big.log")
    small = os.path.join(TRACES, "small_size.log")
    each = scale.Template(small).copy({"f": 0, "s": 0})
    scale.main(log, len(each) * (BIG_ROWS // 2 + 50) / 1e6, small)
    path, data = t.report(log, "big")
    os.unlink(log)
    compiles = len(data["compilations"])
    t.check("big: compiles", compiles >= BIG_ROWS, compiles)
    t.check("big: size", os.path.getsize(path) < BIG_BYTES, os.path.getsize(path))
    page = browser.open(path)
    page.close()
    page = browser.open(path)
    print(f"{compiles} compiles: {os.path.getsize(path)} bytes, open in {page.load_seconds:.2f} s")
    t.check("big: opens in time", page.load_seconds < OPEN_SECONDS, page.load_seconds)
    rows = "#compilations tbody tr:not(.more)"
    t.equal("big: rows at once", count(page, rows), 100)
    page.click("#compilations .controls button:last-child")
    want = data["compilations"][100]["id"]
    t.equal("big: next page", texts(page, rows + " > :first-child")[0], want)
    last = data["compilations"][-1]["id"]
    page.run(f"location.hash = '#c-{last.replace('/', '-')}'")
    page.until(lambda: page.run("document.querySelector('.here') !== null"))
    t.equal("big: a link to the last", page.run("document.querySelector('.here').cells[0].textContent"), last)
    took = texts(page, "#compilations thead th").index("took")
    slow = page.run(f"""(() => {{ const b = performance.now();
        document.querySelectorAll('#compilations thead th')[{took}].firstChild.click();
        document.body.offsetHeight; return performance.now() - b }})()""")
    t.check("big: sorting does not stall", slow < 1000, slow)
    longest = max(data["compilations"], key=lambda c: c["time_us"])
    t.equal("big: sorted", texts(page, rows + " > :first-child")[0], longest["id"])
    page.run("document.querySelector('#compilations input').focus()")
    page.call("Input.insertText", text=last)
    t.check("big: filter", last in texts(page, rows + " > :first-child"))
    steps = page.run("""new Promise(done => { let worst = 0, last = performance.now(), n = 0;
        const step = () => { const now = performance.now(); worst = Math.max(worst, now - last); last = now;
            scrollBy(0, 400); ++n < 60 ? requestAnimationFrame(step) : done(worst) };
        requestAnimationFrame(step) })""")
    t.check("big: scrolling does not stall", steps < 500, steps)
    t.silent("big", page)
    page.close()
    page = browser.open(path, scripts=False)
    t.silent("big, no JavaScript", page)
    page.close()


def spelled(text):
    """As reports/escape.c spells what is not to be obeyed."""
    out = []
    for c in text:
        code = ord(c)
        if c in "\n\r\t":
            out.append({"\n": "\\n", "\r": "\\r", "\t": "\\t"}[c])
        elif code < 0x20 or code == 0x7f:
            out.append(f"\\x{code:02x}")
        elif 0x80 <= code <= 0x9f or 0x2028 <= code <= 0x202e or 0x2060 <= code <= 0x206f:
            out.append(f"\\u{code:04x}")
        else:
            out.append(c)
    return "".join(out)


# All that may be on a page, by tag.
ALIEN = """[...document.querySelectorAll('*')].filter(n =>
    /^(script|style|img|iframe|object|embed|base|link|form|meta|foreignobject|math|b|i|audio|video)$/i.test(n.localName)
        && !(n.localName === 'meta' && n.parentNode === document.head)
        && !(n.localName === 'style' && n.parentNode === document.head)
        && !(n.localName === 'script' && (n.type === 'application/json' || n === document.body.lastElementChild))
    || [...n.attributes].some(a => /^on|^style$|^srcdoc$|^formaction$/i.test(a.name) && n.closest('main, nav, footer')
        && !(a.name === 'style' && n.closest('svg')))
    || (n.getAttribute('href') && !/^(#[\\w-]*$|https?:)/.test(n.getAttribute('href')))
).map(n => n.outerHTML.slice(0, 200))"""


def check_hostile(t, browser, trace, turn):
    log = os.path.join(t.folder, f"hostile-{turn}.log")
    poison.main(log, trace, str(turn))
    path, data = t.report(log)
    page = browser.open(path)
    label = f"hostile {os.path.basename(trace)} {turn}"
    t.silent(label, page)
    t.equal(label + ": elements", page.run(ALIEN), [])
    t.equal(label + ": script", page.run("typeof alerted"), "undefined")
    t.equal(label + ": cards", count(page, "#causes .card"), len(data["causes"]))
    t.equal(label + ": compiles", count(page, "#compilations tbody tr[id]"), len(data["compilations"]))
    shown = set(texts(page, "td, th, bdi"))
    for c in data["compilations"]:
        where = spelled(f"{c['file']}:{c['line']}")
        t.check(label + ": a path is what it was", where in shown, where)
        if not c["function"].startswith("torch_dynamo_resume"):
            t.check(label + ": a name is what it was", spelled(c["function"]) in shown, c["function"])
    for f in data["failures"]:
        t.check(label + ": a reason is what it was", spelled(f["reason"]) in
                page.run("document.querySelector('#failures').textContent"), f["reason"])
    if turn == 0:
        t.shot(page, f"hostile-{os.path.basename(trace).split('.')[0]}-1280")
    page.close()
    os.unlink(log)


def test_hostile(t, browser):
    for turn in range(len(poison.POISONS)):
        for name in ("break_print.log", "backend_fails.log", "three_causes.log.gz"):
            check_hostile(t, browser, os.path.join(TRACES, name), turn)
    for name in ("recompile_limit.log.gz", "train_loop.log.gz", "llama_generate.log.gz"):
        check_hostile(t, browser, os.path.join(TRACES, name), 0)


TESTS = (test_content, test_tables, test_pictures, test_links, test_copying, test_without_scripts,
         test_looks, test_theme, test_paper, test_access, test_big, test_hostile)


def main(ctrace, shots=None, *names):
    if not chromium.find():
        sys.exit("browser: no Chromium; .ci/deps browser installs it")
    with tempfile.TemporaryDirectory(prefix="ctrace-pages-") as folder:
        t = Test(os.path.abspath(ctrace), folder, shots)
        with chromium.Chromium() as browser:
            for test in TESTS:
                if names and test.__name__ not in names:
                    continue
                try:
                    test(t, browser)
                except (RuntimeError, TimeoutError, OSError) as error:
                    t.check(test.__name__, False, repr(error))
    print(f"browser: {t.passed} passed, {t.failed} failed")
    return 1 if t.failed or not t.passed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
