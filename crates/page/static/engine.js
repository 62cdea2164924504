// The program of the page: one instance of the module, its files, and a call for each message.
import { ConsoleStdout, Directory, Fd, File, OpenFile, PreopenDirectory, WASI } from "./wasi/index.js";

const text = new TextDecoder();
const bytes = new TextEncoder();

// What is written in place keeps its length: the version of a file counts such changes.
const written = OpenFile.prototype.fd_write;
OpenFile.prototype.fd_write = function (data) {
  this.file.version = (this.file.version ?? 0) + 1;
  return written.call(this, data);
};

// Standard input: the message, then its end.
class Input extends Fd {
  left = new Uint8Array();
  fd_read(size) {
    const data = this.left.subarray(0, size);
    this.left = this.left.subarray(data.length);
    return { ret: 0, data };
  }
}

// Without threads the older C library lacks their functions; a thread cannot be started (ENOTSUP).
const threads = (module) => Object.fromEntries(
  WebAssembly.Module.imports(module)
    .filter(({ module }) => module === "env")
    .map(({ name }) => [name, () => (name === "pthread_create" ? 58 : 0)]),
);

// Loads a network at once: a program that asks for a file cannot wait for another turn.
const load = (name) => {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`networks/${name}`, import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  return request.status === 200 ? request.response : null;
};

// The folder of the networks: each is loaded when it is first opened. One that cannot be had is not there.
class Networks extends Map {
  constructor(load) {
    super();
    this.load = load;
  }

  get(name) {
    if (!this.has(name)) {
      try {
        const data = this.load(name);
        if (data) this.set(name, new File(data, { readonly: true }));
      } catch {
        return undefined;
      }
    }
    return super.get(name);
  }
}

export class Engine {
  #input = new Input();
  #output = [];
  #errors = [];
  #instance = null;
  #begun = false;

  // `files` is the folder of the tables, by path; `network` returns the bytes of a network's file.
  constructor(module, files = new Map(), network = load) {
    this.root = directory(files);
    const folder = new PreopenDirectory("/tables", this.root.contents);
    const said = ConsoleStdout.lineBuffered((line) => this.#errors.push(line));
    const out = new ConsoleStdout((data) => this.#output.push(data.slice()));
    const networks = new PreopenDirectory("/networks", new Networks(network));
    this.wasi = new WASI(["tradewinds-page", "/tables"], [], [this.#input, out, said, folder, networks], { debug: false });
    const imports = { wasi_snapshot_preview1: this.wasi.wasiImport, env: threads(module) };
    this.#instance = new WebAssembly.Instance(module, imports);
  }

  // Sends a message; returns the line of the answer and its bytes.
  call(message, body = new Uint8Array()) {
    const line = bytes.encode(`${JSON.stringify({ message, bytes: body.length })}\n`);
    const whole = new Uint8Array(line.length + body.length);
    whole.set(line);
    whole.set(body, line.length);
    this.#input.left = whole;
    this.#output = [];
    this.#errors = [];
    try {
      if (this.#begun) this.#instance.exports.__main_void();
      else this.wasi.start(this.#instance);
      this.#begun = true;
    } catch (error) {
      throw new Error([`the program stopped: ${error.message ?? error}`, ...this.#errors].join("; "), { cause: error });
    }
    const answer = joined(this.#output);
    const end = answer.indexOf(10);
    if (end < 0) throw new Error(["the program gave no answer", ...this.#errors].join("; "));
    return { line: JSON.parse(text.decode(answer.subarray(0, end))), body: answer.slice(end + 1) };
  }

  // Lists the files with their bytes and versions, by path.
  files() {
    const found = new Map();
    const walk = (folder, path) => {
      for (const [name, entry] of folder.contents) {
        if (entry instanceof Directory) walk(entry, `${path}${name}/`);
        else if (!name.endsWith(".part")) found.set(path + name, entry);
      }
    };
    walk(this.root, "");
    return found;
  }
}

const joined = (parts) => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

// Makes a folder of files by path.
const directory = (files) => {
  const root = new Directory(new Map());
  for (const [path, data] of files) {
    const parts = path.split("/");
    const name = parts.pop();
    let at = root;
    for (const part of parts) {
      if (!at.contents.has(part)) at.contents.set(part, new Directory(new Map()));
      at = at.contents.get(part);
    }
    at.contents.set(name, new File(data));
  }
  return root;
};
