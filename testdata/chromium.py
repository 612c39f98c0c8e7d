"""A headless Chromium, spoken to in the DevTools protocol over a pipe.

    with Chromium() as browser:
        page = browser.open("/path/to/page.html", width=1280)
        page.run("document.title")

Everything that a page must not do is noted: page.errors holds console errors,
exceptions and policy violations, page.requests all addresses but its own.
"""

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run
--disable-background-networking --disable-component-update --disable-sync
--disable-extensions --disable-default-apps --no-default-browser-check
--disable-dev-shm-usage --mute-audio --hide-scrollbars --remote-debugging-pipe
--force-color-profile=srgb --font-render-hinting=none""".split()


def find():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return shutil.which(name)
    return None


class Chromium:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="ctrace-browser-")
        to_read, self.to = (self.high(fd) for fd in os.pipe())
        self.source, to_write = (self.high(fd) for fd in os.pipe())

        def place():
            os.dup2(to_read, 3)
            os.dup2(to_write, 4)

        self.process = subprocess.Popen(
            [find(), *FLAGS, "--user-data-dir=" + self.folder, "about:blank"],
            preexec_fn=place,
            pass_fds=(3, 4),
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self.number = 0
        self.rest = b""
        self.pages = {}

    @staticmethod
    def high(fd):
        """The same pipe under a number that place() does not use."""
        other = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10)
        os.close(fd)
        return other

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except (OSError, EOFError, TimeoutError, subprocess.TimeoutExpired):
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.to)
        os.close(self.source)
        shutil.rmtree(self.folder, ignore_errors=True)

    def read(self, deadline):
        """The next message; None when the time is up."""
        while b"\0" not in self.rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.source], [], [], left)[0]:
                return None
            part = os.read(self.source, 1 << 20)
            if not part:
                raise EOFError("Chromium is gone")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data) :]
        deadline = time.monotonic() + 60
        while True:
            answer = self.read(deadline)
            if answer is None:
                raise TimeoutError(method)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        page = self.pages.get(event.get("sessionId"))
        if page:
            page.note(event["method"], event["params"])

    def open(self, path, **options):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)
        page = Page(self, target, session["sessionId"], **options)
        self.pages[page.session] = page
        page.begin(path)
        return page


class Page:
    def __init__(self, browser, target, session, width=1280, height=900, scripts=True,
                 dark=False, media=""):
        self.browser, self.target, self.session = browser, target, session
        self.size = (width, height)
        self.scripts, self.dark, self.media = scripts, dark, media
        self.errors, self.requests, self.dialogs = [], [], []
        self.loaded = False
        self.load_seconds = None

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def note(self, method, params):
        if method == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"]["text"] + " "
                               + str(params["exceptionDetails"].get("exception")))
        elif method == "Runtime.consoleAPICalled":
            if params["type"] in ("error", "warning", "assert"):
                self.errors.append(str(params["args"]))
        elif method == "Log.entryAdded":
            if params["entry"]["level"] in ("error", "warning"):
                self.errors.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.javascriptDialogOpening":
            self.dialogs.append(params["message"])
            self.call("Page.handleJavaScriptDialog", accept=True)
        elif method == "Page.loadEventFired":
            self.loaded = True

    def begin(self, path):
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Emulation.setScriptExecutionDisabled", value=not self.scripts)
        self.resize(*self.size)
        self.look(self.dark, self.media)
        self.go("file://" + os.path.abspath(path))

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)

    def look(self, dark, media=""):
        self.call("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def go(self, address):
        self.loaded = False
        self.requests, begun = [], time.monotonic()
        self.call("Page.navigate", url=address)
        self.until(lambda: self.loaded)
        if self.scripts:
            self.until(lambda: self.run("document.documentElement.dataset.ready === ''"))
        self.load_seconds = time.monotonic() - begun
        own = address.split("#")[0]
        self.requests = [r for r in self.requests if r.split("#")[0] != own]

    def until(self, done, seconds=30):
        deadline = time.monotonic() + seconds
        while not done():
            if time.monotonic() > deadline:
                raise TimeoutError("the page does not come to an end")
            message = self.browser.read(time.monotonic() + 0.02)
            if message:
                self.browser.note(message)

    def run(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def key(self, key, text=""):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      **({"text": text} if text and kind == "keyDown" else {}))

    def click(self, selector):
        x, y = self.run(
            f"""(() => {{ const n = document.querySelector({json.dumps(selector)});
            n.scrollIntoView({{ block: "center" }}); const b = n.getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2] }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                      clickCount=1)

    def settle(self):
        """Until two frames have been drawn."""
        self.run("new Promise(d => requestAnimationFrame(() => requestAnimationFrame(d)))")

    def shot(self, path, whole=True):
        if self.scripts:
            self.settle()
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"clip": {"x": 0, "y": 0, "width": self.size[0],
                         "height": min(size["height"], 12000), "scale": 1}} if whole else {}
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole, **clip)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        del self.browser.pages[self.session]
