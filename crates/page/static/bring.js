// Files that are brought here: what was saved from a page, or from the folder of `tradewinds serve`.
import { unpack } from "./tar.js";

const text = new TextDecoder();
const begins = (whole, part) => part.length <= whole.length && part.every((byte, index) => byte === whole[index]);
const headOf = (bytes) => bytes.subarray(0, bytes.indexOf(10) + 1);

export const KINDS = "archives of “Save all tables”, tables (.table), or one record or position (.json)";

// Reads the files that were chosen; returns their contents by path, and the text of a record or position.
export const read = async (chosen) => {
  const files = new Map();
  let pasted = null;
  for (const file of chosen) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const end = file.name.match(/\.(tar|table|json)$/)?.[1];
    if (end === "json" && chosen.length === 1) pasted = text.decode(bytes);
    else if (end === "table") files.set(`tables/${file.name}`, bytes);
    else if (end === "tar") unpacked(file.name, bytes).forEach((data, path) => files.set(path, data));
    else throw new Error(`${file.name}: what can be brought is ${KINDS}`);
  }
  return { files, pasted };
};

const unpacked = (name, bytes) => {
  try {
    return unpack(bytes);
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  }
};

// Finds out what these files add to those that are here; returns the new contents by path, and says what they are.
export const sorted = (files, there) => {
  const added = new Map();
  const names = new Map();
  const now = (path) => added.get(path) ?? there.get(path);
  for (const [path, data] of files) {
    const [, name] = path.match(/^(?:.*\/)?tables\/([\w-]+-\d+)\.table$/) ?? [];
    if (name) names.set(name, table(name, data, now, added, there));
  }
  const tables = added.size;
  let reviews = 0;
  let answers = 0;
  for (const [path, data] of files) {
    // What belongs to a table has its name, and does not fit another one.
    const [, record, name, review] = path.match(/^(?:.*\/)?(records\/([\w-]+-\d+?)(-[0-9a-f]{8}\.review|\.json))$/) ?? [];
    if (record && names.get(name) === name && !there.has(record)) {
      added.set(record, data);
      if (review !== ".json") reviews += 1;
    }
    if (/^(?:.*\/)?training$/.test(path)) answers = training(path, data, there.get("training"), added);
  }
  const count = (number, one, more) => (number ? [`${number} ${number === 1 ? one : more}`] : []);
  const kinds = [count(tables, "table", "tables"), count(reviews, "review", "reviews"), count(answers, "answer to puzzles", "answers to puzzles")];
  return { added, what: kinds.flat().join(", ") };
};

// Adds a table; returns its name here. A name that is taken by another table gets the next number; the same table is taken
// if it went on elsewhere.
const table = (name, data, now, added, there) => {
  const head = headOf(data);
  if (!head.length) throw new Error(`${name}.table: it is cut off`);
  for (const [path, kept] of [...there, ...added]) {
    if (!path.startsWith("tables/") || !begins(kept, head)) continue;
    const here = path.slice(7, -6);
    if (begins(kept, data)) return here;
    if (!begins(data, kept)) throw new Error(`${name}.table: the game went on otherwise here, as ${here}: delete that table first`);
    added.set(path, data);
    return here;
  }
  const [, game, number] = name.match(/^(.*)-(\d+)$/);
  let next = Number(number);
  while (now(`tables/${game}-${next}.table`)) next += 1;
  added.set(`tables/${game}-${next}.table`, data);
  return `${game}-${next}`;
};

// Adds the answers to puzzles that are not here, in the order of their days; returns their number.
const training = (path, data, kept, added) => {
  const lines = (bytes) => text.decode(bytes ?? new Uint8Array()).split("\n").filter(Boolean);
  const here = lines(kept);
  const more = lines(data).filter((line) => !here.includes(line));
  const day = (line) => {
    try {
      return JSON.parse(line).record.day;
    } catch {
      throw new Error(`${path}: it is damaged`);
    }
  };
  more.forEach(day);
  if (!more.length) return 0;
  const all = here.length ? [...here, ...more].sort((one, other) => day(one) - day(other)) : more;
  added.set("training", new TextEncoder().encode(`${all.join("\n")}\n`));
  return more.length;
};
