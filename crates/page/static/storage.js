// The browser's storage: the files of the tables, by path.
const NAME = "tradewinds";
const STORE = "files";

const wish = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Storage {
  #database = null;
  // What is in the storage: bytes and version of each file.
  #kept = new Map();
  #writing = null;
  #again = null;

  // Opens the storage; returns the files.
  async open() {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    this.#database = await wish(request);
    const store = this.#database.transaction(STORE).objectStore(STORE);
    const [paths, all] = await Promise.all([wish(store.getAllKeys()), wish(store.getAll())]);
    const files = new Map(paths.map((path, index) => [path, all[index]]));
    return files;
  }

  // Brings the storage to these files. What fails is tried again with the next change; nothing in memory is lost.
  keep(files) {
    if (!this.#database) return Promise.reject(new Error("the browser gives no storage"));
    if (this.#writing) {
      this.#again = files;
      return this.#writing;
    }
    this.#writing = this.#write(files).finally(() => {
      this.#writing = null;
      const next = this.#again;
      this.#again = null;
      if (next) return this.keep(next);
    });
    return this.#writing;
  }

  async #write(files) {
    const is = (path, { data, version }) => {
      const kept = this.#kept.get(path);
      return kept && kept.data === data && kept.version === version;
    };
    const changed = [...files].filter(([path, file]) => !is(path, file)).map(([path, { data, version }]) => [path, { data, version }]);
    const gone = [...this.#kept.keys()].filter((path) => !files.has(path));
    if (!changed.length && !gone.length) return;
    const transaction = this.#database.transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    for (const [path, { data }] of changed) store.put(data, path);
    for (const path of gone) store.delete(path);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("the storage is full"));
    });
    for (const [path, one] of changed) this.#kept.set(path, one);
    for (const path of gone) this.#kept.delete(path);
  }

  // Lists all files: for the export, also where the program cannot be started.
  static async all() {
    const storage = new Storage();
    const files = await storage.open();
    storage.#database.close();
    return files;
  }

  // Adds files; a page that is open does not notice.
  static async add(files) {
    const storage = new Storage();
    await storage.open();
    const transaction = storage.#database.transaction(STORE, "readwrite");
    for (const [path, data] of files) transaction.objectStore(STORE).put(data, path);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("the storage is full"));
    });
    storage.#database.close();
  }
}
