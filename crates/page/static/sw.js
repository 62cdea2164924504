// The service worker: it keeps the page for use without a network, and carries the requests of tables to the worker that
// has them. Nothing is asked of another host.
const VERSION = "tradewinds-@VERSION@";
const FILES = ["./", "index.html", "app.js", "host.js", "bot.js", "engine.js", "storage.js", "tar.js", "bring.js", "page.css", "page.wasm",
  "wasi/index.js", "wasi/wasi.js", "wasi/fs_mem.js", "wasi/fs_opfs.js", "wasi/fd.js", "wasi/wasi_defs.js", "wasi/strace.js", "wasi/debug.js"];
// What no first move needs: it is loaded when a bot asks for it, after the first move, or once nobody has asked for
// anything for a while, for use without a network.
const LATER = [@NETWORKS@];
const SCOPE = new URL("./", location.href);
const TABLES = new URL("play/", SCOPE).pathname;

// What every answer says to the browser, as the server does.
const SAFETY = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(FILES.map((file) => new Request(new URL(file, SCOPE), { cache: "no-cache" })));
    await skipWaiting();
  };
  event.waitUntil(fill());
});

addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("tradewinds-") && name !== VERSION) await caches.delete(name);
    }
    await clients.claim();
  };
  event.waitUntil(clean());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  if (url.pathname.startsWith(TABLES)) {
    const answer = carry(request, url);
    event.respondWith(answer);
    if (request.method === "POST" && !url.pathname.endsWith("/new")) event.waitUntil(answer.then(fillLater));
  }
  else if (request.method === "GET") event.respondWith(kept(request));
});

addEventListener("message", (event) => {
  if (event.data.rest) event.waitUntil(fillLater());
});

const kept = async (request) => {
  const cache = await caches.open(VERSION);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
};

// What cannot be had now is tried again later.
const fillLater = async () => {
  const cache = await caches.open(VERSION);
  for (const file of LATER) {
    const url = new URL(file, SCOPE).href;
    if (!(await cache.match(url))) await cache.add(url).catch(() => {});
  }
};

// Sends a request to the page that has the tables; returns its answer.
const carry = async (request, url) => {
  const ask = {
    post: request.method === "POST",
    path: url.pathname.slice(TABLES.length - 1),
    query: url.search.slice(1),
    script: request.headers.has("x-tradewinds"),
    body: request.method === "POST" ? await request.arrayBuffer() : new ArrayBuffer(0),
  };
  const shells = (await clients.matchAll({ type: "window", includeUncontrolled: true }))
    .filter((client) => [SCOPE.pathname, `${SCOPE.pathname}index.html`].includes(new URL(client.url).pathname));
  const ports = shells.map((shell) => {
    const { port1, port2 } = new MessageChannel();
    shell.postMessage({ ask }, [port2]);
    return port1;
  });
  if (!ports.length) return Response.redirect(SCOPE.href, 303);
  return ask.path.endsWith("/events") ? events(ports) : answer(ports, url);
};

// The first page that answers is the one that has the tables.
const answer = (ports, url) => new Promise((resolve) => {
  for (const port of ports) {
    port.onmessage = ({ data: { status, kind, place, file, body } }) => {
      if (place !== undefined) {
        const to = place.startsWith("/") ? new URL(place.slice(1), new URL(TABLES, SCOPE)) : new URL(place, url);
        resolve(Response.redirect(to.href, 303));
        return;
      }
      const headers = { ...SAFETY, "content-type": kind };
      if (file) headers["content-disposition"] = `attachment; filename="${file}"`;
      resolve(new Response(body, { status, headers }));
    };
  }
});

const events = (ports) => {
  const bytes = new TextEncoder();
  const body = new ReadableStream({
    start: (stream) => {
      for (const port of ports) {
        port.onmessage = ({ data }) => {
          try {
            if (data.end) stream.close();
            else stream.enqueue(bytes.encode(data.event));
          } catch {
            port.postMessage("closed");
          }
        };
      }
    },
    cancel: () => ports.forEach((port) => port.postMessage("closed")),
  });
  return new Response(body, { headers: { ...SAFETY, "content-type": "text/event-stream" } });
};
