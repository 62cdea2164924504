// A worker of the bots: it computes what an order asks for. It has no tables and no storage.
import { Engine } from "./engine.js";

let engine = null;
let module = null;

onmessage = ({ data }) => {
  if (data.module) {
    module = data.module;
    return;
  }
  try {
    engine ??= new Engine(module);
    const { line, body } = engine.call({ work: data.order }, data.body);
    postMessage({ fault: line.fault, body });
  } catch (error) {
    // An instance that stopped is of no use any more.
    engine = null;
    postMessage({ fault: error.message });
  }
};
