// The page's program plays as the native one: the same seed gives the same record, byte for byte.
//
//     node crates/page/tests/same.mjs PAGE NATIVE [GAMES]
//
// PAGE is the folder that build.sh made, NATIVE the program `tradewinds-page`, GAMES the number of games of each kind (20).
// At the end it compares the time that a search takes, on one thread.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";

const [page, native, count = "20"] = process.argv.slice(2);
if (!native) {
  console.error("usage: same.mjs PAGE NATIVE [GAMES]");
  process.exit(2);
}
const work = fs.mkdtempSync(path.join(os.tmpdir(), "tradewinds-page-"));
process.on("exit", () => fs.rmSync(work, { recursive: true, force: true }));
fs.cpSync(page, path.join(work, "page"), { recursive: true });
fs.writeFileSync(path.join(work, "page", "package.json"), '{"type":"module"}');
const { Engine } = await import(path.join(work, "page", "engine.js"));
const module = new WebAssembly.Module(fs.readFileSync(path.join(page, "page.wasm")));

// The native program, spoken to by the same messages.
class Native {
  #left = Buffer.alloc(0);
  #wake = null;

  constructor(folder) {
    this.process = spawn(native, [folder], { stdio: ["pipe", "pipe", "inherit"] });
    this.process.stdout.on("data", (data) => {
      this.#left = Buffer.concat([this.#left, data]);
      this.#wake?.();
    });
  }

  async call(message, body = new Uint8Array()) {
    this.process.stdin.write(`${JSON.stringify({ message, bytes: body.length })}\n`);
    this.process.stdin.write(body);
    for (;;) {
      const end = this.#left.indexOf(10);
      const line = end < 0 ? null : JSON.parse(this.#left.subarray(0, end).toString());
      const last = end + 1 + (line?.bytes ?? 0);
      if (line && this.#left.length >= last) {
        const found = this.#left.subarray(end + 1, last);
        this.#left = this.#left.subarray(last);
        return { line, body: new Uint8Array(found) };
      }
      await new Promise((resolve) => { this.#wake = resolve; });
    }
  }

  end() {
    this.process.stdin.end();
  }
}

const fail = (why) => {
  console.error(`error: ${why}`);
  process.exit(1);
};

// Opens a table of bots, plays it to the end, and returns its record.
const play = async (host, worker, lobby, game, bots, seed) => {
  const fields = new URLSearchParams({ game, players: bots.length, seed, pace: 0 });
  bots.forEach((bot, seat) => fields.set(`seat${seat}`, `bot:${bot}`));
  const body = new TextEncoder().encode(fields.toString());
  const opened = await host.call({ ask: { post: true, path: `${lobby}new`, query: "", script: true } }, body);
  if (!opened.line.place) fail(`no table of ${game}: ${new TextDecoder().decode(opened.body)}`);
  for (;;) {
    const { line: { order, fault }, body: journal } = await host.call("order");
    if (fault) fail(fault);
    if (!order) break;
    const found = await worker.call({ work: order }, journal);
    if (found.line.fault) fail(found.line.fault);
    await host.call({ found: { order, fault: null } }, found.body);
  }
  const record = await host.call({ ask: { post: false, path: `${opened.line.place}record.json`, query: "", script: false } });
  if (record.line.status !== 200) fail(`no record of ${game}, seed ${seed}: ${new TextDecoder().decode(record.body)}`);
  return record.body;
};

const sides = {
  page: [0, 1].map(() => new Engine(module, new Map(), (name) => fs.readFileSync(path.join(page, "networks", name)))),
  native: [new Native(path.join(work, "tables")), new Native(path.join(work, "none"))],
};
const lobbies = {};
for (const [name, [host]] of Object.entries(sides)) lobbies[name] = (await host.call("open")).line.place;

// Most games are quick; some have a search in them, and one has learned weights.
const bots = (number) => (number === 1 ? ["learned", "steady", "random"] : number % 5 === 0 ? ["steady", "ismcts-200", "random"] : ["steady", "random", "steady"]);
for (const game of ["puerto-rico", "mundus-novus", "age-of-discovery", "francis-drake"]) {
  for (let number = 1; number <= Number(count); number += 1) {
    const records = [];
    for (const [name, [host, worker]] of Object.entries(sides)) {
      records.push(Buffer.from(await play(host, worker, lobbies[name], game, bots(number), number)));
    }
    if (!records[0].equals(records[1])) fail(`${game}, seed ${number}: the page's record is another one than the native program's`);
  }
  console.log(`${game}: ${count} games, the same records`);
}

const slow = [];
// The time of one decision of a search, the shortest of a few.
const order = { table: "a-1", moment: [0, 0], task: { choose: "ismcts-5000" }, pace_ms: 0 };
for (const game of ["puerto-rico", "mundus-novus", "age-of-discovery", "francis-drake"]) {
  const times = {};
  const [host] = sides.page;
  const fields = new TextEncoder().encode(new URLSearchParams({ game, players: 3, seed: 1, pace: 0, seat0: "bot:ismcts-5000", seat1: "bot:ismcts-5000", seat2: "bot:ismcts-5000" }).toString());
  await host.call({ ask: { post: true, path: `${lobbies.page}new`, query: "", script: true } }, fields);
  let { line, body: journal } = await host.call("order");
  while (line.order?.task.play !== undefined) {
    const found = await sides.page[1].call({ work: line.order }, journal);
    await host.call({ found: { order: line.order, fault: null } }, found.body);
    ({ line, body: journal } = await host.call("order"));
  }
  for (const [name, [, worker]] of Object.entries(sides)) {
    times[name] = Infinity;
    for (let turn = 0; turn < 40; turn += 1) {
      const start = performance.now();
      const { line: { fault } } = await worker.call({ work: line.order ?? order }, journal);
      if (fault) fail(fault);
      times[name] = Math.min(times[name], performance.now() - start);
    }
  }
  const share = times.native / times.page;
  console.log(`${game}: 5,000 iterations take ${times.page.toFixed(0)} ms in the page, ${times.native.toFixed(0)} ms natively: ${(100 * share).toFixed(0)} % of the speed`);
  if (share < 0.5) slow.push(game);
}
sides.native.forEach((one) => one.end());
if (slow.length) fail(`${slow.join(", ")}: the page searches with less than half of the native speed`);
