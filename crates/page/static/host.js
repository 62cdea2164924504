// The worker that holds the tables. It answers requests, keeps the files in the browser's storage, and gives work to the
// workers of the bots. Only pages leave it, and games with their orders; a seat's page gets what its seat may know.
import { Engine } from "./engine.js";
import { Storage } from "./storage.js";

const MAX_WORKERS = 4;

let engine = null;
let module = null;
let storage = null;
// The ports of the streams of events: path and the last event.
const streams = new Map();

const say = (message) => postMessage(message);

// Loads the module: from the cache of this version, where the service worker has put it.
const load = async () => {
  const kept = await caches.match(new URL("page.wasm", import.meta.url).href);
  const answer = kept ?? (await fetch("page.wasm"));
  if (!answer.ok) throw new Error(`page.wasm: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
};

const open = async () => {
  storage = new Storage();
  let files = new Map();
  try {
    files = await storage.open();
  } catch (error) {
    say({ unsaved: `The browser gives no storage (${error.message}): games end with this page.` });
  }
  module = await load();
  engine = new Engine(module, files);
  const { line } = engine.call("open");
  if (line.fault) throw new Error(line.fault);
  say({ lobby: line.place, faults: line.faults ?? [] });
  after();
};

// What follows each change: it is kept, workers get work, screens get what they show now.
const after = () => {
  storage.keep(engine.files()).then(
    () => say({ saved: true }),
    (error) => say({ unsaved: `The games are not being saved: ${error.message}` }),
  );
  give();
  for (const [port, stream] of streams) tell(port, stream);
};

const tell = (port, stream) => {
  const { line, body } = engine.call({ ask: { post: false, path: stream.path, query: "", script: true } });
  if (line.status !== 200) {
    port.postMessage({ end: true });
    streams.delete(port);
    return;
  }
  const event = new TextDecoder().decode(body);
  if (event === stream.last) return;
  stream.last = event;
  port.postMessage({ event });
};

// The workers of the bots: each has an instance of the module and nothing else.
const workers = [];
const count = Math.max(1, Math.min(MAX_WORKERS, (navigator.hardwareConcurrency ?? 2) - 1));
// The pages that somebody waits for: they have one worker more, so that no review is before them.
const wanted = [];

const give = () => {
  for (;;) {
    if (workers.filter((one) => one.order).length >= count + Math.min(wanted.length, 1)) return;
    const { line, body, port } = wanted.shift() ?? engine.call("order");
    if (!line.order) return;
    const worker = workers.find((one) => !one.order) ?? hire();
    Object.assign(worker, { order: line.order, port, line, since: performance.now() });
    worker.postMessage({ order: line.order, body });
  }
};

const hire = () => {
  const worker = new Worker(new URL("bot.js", import.meta.url), { type: "module" });
  worker.postMessage({ module });
  worker.onmessage = ({ data }) => done(worker, data);
  worker.onerror = (event) => {
    workers.splice(workers.indexOf(worker), 1);
    worker.terminate();
    done(worker, { fault: event.message || "a worker stopped" });
  };
  workers.push(worker);
  return worker;
};

const done = (worker, { fault, body }) => {
  const { order, port, line } = worker;
  if (!order) return;
  if (port) {
    worker.order = null;
    if (fault) port.postMessage({ status: 500, kind: "text/plain; charset=utf-8", body: new TextEncoder().encode(`${fault}\n`) });
    else port.postMessage({ ...line, body }, [body.buffer]);
    give();
    return;
  }
  const left = order.pace_ms - (performance.now() - worker.since);
  const take = () => {
    worker.order = null;
    try {
      engine.call({ found: { order, fault: fault ?? null } }, body);
      after();
    } catch (error) {
      say({ broken: error.message });
    }
  };
  if (left > 0) setTimeout(take, left);
  else take();
};

// A request of a page. The port gets the answer, or the events of a stream.
const ask = ({ post, path, query, script, body }, port) => {
  if (!engine) return;
  if (path.endsWith("/events")) {
    const stream = { path, last: null };
    streams.set(port, stream);
    port.onmessage = () => streams.delete(port);
    tell(port, stream);
    return;
  }
  const answer = engine.call({ ask: { post, path, query, script } }, new Uint8Array(body));
  if (answer.line.order) {
    wanted.push({ ...answer, port });
    give();
    return;
  }
  port.postMessage({ ...answer.line, body: answer.body }, [answer.body.buffer]);
  if (post || /\/(review|train|mistakes|puzzle)/.test(path)) after();
};

onmessage = ({ data, ports }) => {
  try {
    if (data.open) open().catch((error) => say({ broken: error.message }));
    else if (data.ask) ask(data.ask, ports[0]);
  } catch (error) {
    say({ broken: error.message });
    ports[0]?.postMessage({ status: 500, kind: "text/plain; charset=utf-8", body: new TextEncoder().encode(`${error.message}\n`) });
  }
};
