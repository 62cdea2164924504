// The page around the tables: it starts the worker that has them and shows their pages in a frame.
import { Storage } from "./storage.js";
import { KINDS, read, sorted } from "./bring.js";
import { pack } from "./tar.js";

const find = (id) => document.getElementById(id);
const [state, frame, copy] = ["state", "table", "copy"].map(find);
const TABLES = new URL("play/", location.href.replace(/[?#].*$/, ""));

const say = (text, isFault = false) => {
  state.textContent = text;
  state.classList.toggle("fault", isFault);
};
const KEPT = "“Save all tables” still gives you the files of your tables.";

// Why the games cannot run here; empty if they can.
const hindrance = () => {
  if (typeof WebAssembly !== "object") return "This browser runs no WebAssembly, which the games need: use a newer one.";
  if (!isSecureContext) return "A browser runs this page only over https, or from this computer (http://localhost).";
  if (!navigator.serviceWorker) return "This window has no service workers, which the games need: a private window may lack them.";
  return "";
};

// One page of a browser has the tables, as one program has a folder. A page that was just left takes a moment to go.
const only = () => new Promise((resolve) => {
  const held = navigator.locks.request("tradewinds", { signal: AbortSignal.timeout(3000) }, () => {
    resolve(true);
    return new Promise(() => {});
  });
  held.catch(() => resolve(false));
});

const start = async () => {
  const why = hindrance();
  if (why) throw new Error(why);
  if (!(await only())) throw new Error("Tradewinds is open in another tab or window of this browser: go there, or close it and load this page again.");
  await navigator.serviceWorker.register("sw.js", { type: "classic" });
  const { active } = await navigator.serviceWorker.ready;
  if (active.state !== "activated") {
    await new Promise((resolve) => active.addEventListener("statechange", () => active.state === "activated" && resolve()));
  }
  const host = new Worker("host.js", { type: "module" });
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (!data.ask) return;
    host.postMessage({ ask: data.ask }, [...ports]);
    rest();
  });
  navigator.serviceWorker.startMessages();
  host.onerror = (event) => say(`The program cannot start: ${event.message}\n${KEPT}`, true);
  host.onmessage = ({ data }) => {
    if (data.broken) say(`The program cannot go on: ${data.broken}. Load the page again. ${KEPT}`, true);
    else if (data.unsaved) say(`${data.unsaved}\n${KEPT}`, true);
    else if (data.saved && state.classList.contains("fault") && state.textContent.startsWith("The games are not")) say("");
    else if (data.lobby) show(data.lobby);
  };
  host.postMessage({ open: true });
};

// What no first move needs comes once nobody has asked for anything for a while, unless the browser is to save data.
const IDLE = 5000;
let idle = null;
const rest = () => {
  clearTimeout(idle);
  if (navigator.connection?.saveData) return;
  idle = setTimeout(async () => (await navigator.serviceWorker.ready).active.postMessage({ rest: true }), IDLE);
};

let lobby = "";
const show = (place) => {
  lobby = place;
  if (!state.classList.contains("fault")) say(sessionStorage.getItem("brought") ?? "");
  sessionStorage.removeItem("brought");
  frame.hidden = false;
  if (!follow()) frame.src = new URL(lobby.slice(1), TABLES).href;
};

// A position or a record that came with the address.
const follow = () => {
  const [, packed] = location.hash.match(/^#paste=([\w-]+)$/) ?? [];
  if (!packed || !lobby) return false;
  unpacked(packed).then(paste, () => say("The link is not whole: copy all of it.", true));
  history.replaceState(null, "", "./");
  return true;
};
addEventListener("hashchange", follow);

const paste = (text) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", enctype: "multipart/form-data", target: "table", hidden: true });
  form.action = new URL(`${lobby.slice(1)}paste`, TABLES).href;
  const field = document.createElement("textarea");
  field.name = "record";
  field.value = text;
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
};

const through = async (blob, stream) => new Uint8Array(await new Response(blob.stream().pipeThrough(stream)).arrayBuffer());
const packed = async (text) => {
  const bytes = await through(new Blob([text]), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};
const unpacked = async (text) => {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(new Blob([bytes]), new DecompressionStream("deflate-raw")));
};

// Returns the record of the table in the frame, or its position as its seat knows it; `null` if it shows none.
const shown = async () => {
  const place = frame.contentWindow.location.href;
  const record = await fetch(new URL("record.json", place));
  if (record.ok) return record.text();
  let page = frame.contentDocument;
  if (!/\/position$/.test(new URL(place).pathname)) {
    const answer = await fetch(new URL("position", place));
    if (!answer.ok) return null;
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  }
  const form = page.querySelector("form[action=position]");
  if (!form) return null;
  const body = new URLSearchParams(new FormData(form));
  body.set("do", "save");
  const position = await fetch(new URL("position", place), { method: "POST", body });
  return position.ok && position.headers.get("content-type") === "application/json" ? position.text() : null;
};

frame.addEventListener("load", () => {
  const place = frame.contentWindow.location.pathname;
  document.title = frame.contentDocument.title || "Tradewinds";
  copy.hidden = place === "blank" || (place.endsWith(lobby) && lobby !== "");
});

copy.addEventListener("click", async () => {
  const text = await shown();
  if (text === null) return say("This page shows no position that a link could hold.");
  const link = new URL(`#paste=${await packed(text)}`, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    say("The link is copied: whoever opens it has this position.");
  } catch {
    say(link);
  }
  setTimeout(() => state.classList.contains("fault") || say(""), 6000);
});

find("home").addEventListener("click", (event) => {
  if (!lobby) return;
  event.preventDefault();
  frame.src = new URL(lobby.slice(1), TABLES).href;
});

// The files of all tables as one archive. The key of the lobby is this browser's alone.
find("save").addEventListener("click", async () => {
  try {
    const files = [...(await Storage.all())].filter(([path]) => path !== "key");
    if (!files.length) return say("There are no tables yet.");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(pack(files));
    link.download = "tradewinds-tables.tar";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    say(`The tables cannot be read: ${error.message}`, true);
  }
});

// The dialog does not say what it takes.
find("bring").addEventListener("click", () => {
  if (!state.classList.contains("fault")) say(`Choose ${KINDS}.`);
  find("files").click();
});
find("files").addEventListener("cancel", () => state.classList.contains("fault") || say(""));
find("files").addEventListener("change", async ({ target }) => {
  try {
    const { files, pasted } = await read([...target.files]);
    if (pasted !== null) {
      if (!lobby) throw new Error("a record needs the games, which cannot run here");
      say("");
      paste(pasted);
      return;
    }
    const { added, what } = sorted(files, await Storage.all());
    if (!added.size) return say("Nothing is new in these files.");
    await Storage.add(added);
    sessionStorage.setItem("brought", `Brought here: ${what}.`);
    location.reload();
  } catch (error) {
    say(`The files are not brought here: ${error.message}. Nothing was changed.`, true);
  } finally {
    target.value = "";
  }
});

start().catch((error) => say(`${error.message}\n${KEPT}`, true));
