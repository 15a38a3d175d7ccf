import type { Examination, RuntimeExamination } from "../../launch/examination.js";

/** What `assay doctor` found: one block that can be pasted whole into a bug report. */
export function doctorText({ assay, machine, programs, runtimes }: Examination & { readonly assay: string }): string {
  const lines = [
    "```",
    `assay ${assay}`,
    ...Object.entries(machine).map(([name, value]) => `  ${name.padEnd(18)} ${valueText(name, value)}`),
    "programs",
    ...programs.map(({ name, found, use }) => `  ${name.padEnd(18)} ${found ?? `not here; needed for ${use}`}`),
    "runtimes",
    ...runtimes.flatMap(runtimeLines),
    "```",
  ];
  return `${lines.join("\n")}\n`;
}

function runtimeLines({ name, has, lacks }: RuntimeExamination): string[] {
  const state = lacks.length === 0 ? "can be used" : "cannot be used yet";
  return [`  ${name.padEnd(18)} ${[state, ...has].join("; ")}`, ...lacks.map((lack) => `    lacks ${lack}`)];
}

function valueText(name: string, value: string | number | null): string {
  if (value === null) return "not known";
  return name.endsWith("Bytes") ? `${(Number(value) / 2 ** 30).toFixed(1)} GiB` : String(value);
}
