import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { LaunchTemplateInvalid, launchWords, shellQuoted } from "../../../src/runtimes/python/launch-template.js";

const program = ["-c", `import sys\nprint("it is '$HOME'", sys.argv[1:])`, "--carrier", "stdio"];
const places = { host: "node-7", python: "/opt/python" };

describe("a launch template", () => {
  it("hands its words over as they are, with host, interpreter and program in their places", () => {
    expect(launchWords("srun -w {host} {python} -", places, program)).toEqual([
      "srun",
      "-w",
      "node-7",
      "/opt/python",
      ...program,
    ]);
  });

  it("keeps a quoted word whole", () => {
    expect(launchWords(`docker run -i 'image: a' "b c" python3 -`, places, ["-c"])).toEqual([
      "docker",
      "run",
      "-i",
      "image: a",
      "b c",
      "python3",
      "-c",
    ]);
  });

  it("quotes the program for the shell that ssh hands its words to", () => {
    const words = launchWords("/usr/bin/ssh {host} {python} -", { ...places, python: process.execPath }, [
      "-e",
      'console.log(JSON.stringify(process.argv.slice(1)), "$HOME `x` \\\\")',
      "it's",
      "two words",
    ]);
    expect(words.slice(0, 2)).toEqual(["/usr/bin/ssh", "node-7"]);
    const printed = execFileSync("sh", ["-c", words.slice(2).join(" ")], { encoding: "utf8" });
    expect(printed).toBe('["it\'s","two words"] $HOME `x` \\\n');
  });

  it.each([
    ["ssh {host} python3", "ends with the interpreter and -"],
    ["-", "ends with the interpreter and -"],
    ["ssh {node} python3 -", "not {node}"],
  ])("that is no command is refused: %s", (template, message) => {
    expect(() => launchWords(template, places, program)).toThrow(LaunchTemplateInvalid);
    expect(() => launchWords(template, places, program)).toThrow(message);
  });

  it("that names a host needs one", () => {
    expect(() => launchWords("ssh {host} python3 -", { python: "python3" }, program)).toThrow("no `host`");
  });

  it("leaves plain words without quotes", () => {
    expect(shellQuoted("--carrier=a/b.c")).toBe("--carrier=a/b.c");
  });
});
