// Appends to a journal and says on stdout what became durable: `node journal-appender.mjs PATH [RECORDS]`.
import { writeSync } from "node:fs";
import { openJournal } from "../../dist/ledger/journal-writer.js";

const [path, records = "Infinity"] = process.argv.slice(2);
const IN_FLIGHT = 4;

// Past the event loop: a line must be out before this process can be killed for what follows it.
const say = (text) => writeSync(1, `${text}\n`);

try {
  const writer = await openJournal(path, { create: true });
  say(`opened ${writer.head.n} ${writer.tornBytes}`);
  let left = Number(records);
  const append = async () => {
    while (left > 0) {
      left -= 1;
      const nonce = Math.random();
      const { n } = await writer.append("point", { nonce, text: "x".repeat(Math.floor(nonce * 2000)) });
      say(`durable ${n} ${nonce}`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, append));
  await writer.close();
} catch (error) {
  say(`failed ${error.name} ${error.code ?? ""} ${error.message}`);
  process.exitCode = 1;
}
