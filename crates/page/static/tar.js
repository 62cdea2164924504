// Tables as one file: a tar archive, which unpacks into the folder of `tradewinds serve`.
const text = new TextEncoder();
const BLOCK = 512;

const field = (header, at, length, value) => header.set(text.encode(value).subarray(0, length), at);

// Packs files by path.
export const pack = (files) => {
  const parts = [];
  for (const [path, data] of files) {
    const header = new Uint8Array(BLOCK);
    field(header, 0, 100, path);
    field(header, 100, 8, "0000600");
    field(header, 108, 8, "0000000");
    field(header, 116, 8, "0000000");
    field(header, 124, 12, data.length.toString(8).padStart(11, "0"));
    field(header, 136, 12, Math.floor(Date.now() / 1000).toString(8).padStart(11, "0"));
    field(header, 148, 8, "        ");
    field(header, 156, 1, "0");
    field(header, 257, 8, "ustar\u000000");
    field(header, 148, 8, `${header.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0")}\u0000 `);
    parts.push(header, data, new Uint8Array((BLOCK - (data.length % BLOCK)) % BLOCK));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return new Blob(parts, { type: "application/x-tar" });
};

// Unpacks an archive; returns the files by path.
export const unpack = (bytes) => {
  const files = new Map();
  const read = (at, length) => new TextDecoder().decode(bytes.subarray(at, at + length)).replace(/\0.*$/s, "");
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at]; ) {
    if (read(at + 257, 5) !== "ustar") throw new Error("it is no tar archive");
    const sum = bytes.subarray(at, at + BLOCK).reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 32 : byte), 0);
    if (Number.parseInt(read(at + 148, 8), 8) !== sum) throw new Error("it is damaged");
    const size = Number.parseInt(read(at + 124, 12), 8);
    if (!(size >= 0) || at + BLOCK + size > bytes.length) throw new Error("it is cut off");
    const path = read(at, 100).replace(/^\.\//, "");
    if (["0", ""].includes(read(at + 156, 1))) files.set(path, bytes.slice(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
};
