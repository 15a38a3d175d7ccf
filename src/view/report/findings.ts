/**
 * What `assay check` found, as the page shows it: in a report's data as `check` (`ReportData.check`, `Overview.check`),
 * beside the campaign, or, in a report on tables, as the main thing. A page that has it links `#/check`, and draws it with
 * `CheckView` (`web/views/check/check-view.tsx`), whose only need is this:
 *
 *     { tables:   [{ file, kind, format, rows, refused, publication: { state, reasons }, measurers: [{ device, … }] }],
 *       gates:    [{ name, looksFor, todo }],            the gates that found something
 *       findings: [{ gate, severity, file, scope, rows, says, numbers, evidence }],   open ones, the gravest first
 *       waived:   [{ finding, reason, who, until }], … }
 *
 * `evidence` is a curve (`kind: "curve"`: sizes and latencies in ms, which points are meant, curves to compare with), a few
 * cells (`kind: "cells"`), or `null`.
 */
import type { CheckResult } from "../../tables/checks/check-tables.js";
import type { Finding } from "../../tables/checks/finding.js";
import { gates } from "../../tables/checks/gates/all.js";
import type { Waiver } from "../../tables/checks/settings.js";
import type { TableFile, UnusableFile } from "../../tables/import/read-file.js";
import { attestationOf } from "../../tables/import/attestation.js";
import { isUsable } from "../../tables/import/read-table-file.js";
import { type TableMeasurer, measurersOf } from "../../tables/export/split-measurers.js";

/** Tables and what a check found in them. */
export interface ReportCheck {
  readonly tables: readonly ReportTable[];
  /** The gates that found something, in the order of their findings. */
  readonly gates: readonly { readonly name: string; readonly looksFor: string; readonly todo: string }[];
  /** Open findings, the gravest first. */
  readonly findings: readonly Finding[];
  readonly waived: readonly (Pick<Waiver, "reason" | "who" | "until"> & { readonly finding: Finding })[];
  /** Waivers whose day is over. */
  readonly expired: readonly Waiver[];
}

/** A table that was checked. */
export interface ReportTable {
  readonly file: string;
  readonly kind: string;
  /** `null`: it could not be read as a table; a finding says why. */
  readonly format: TableFile["format"] | null;
  readonly rows: number;
  /** Rows that are no measurement. */
  readonly refused: number;
  /** What is known of how it came to be; tables that say nothing are `unattested`. */
  readonly publication: { readonly state: string; readonly reasons: readonly string[] };
  /** Who measured its rows on what: the one with most rows first. */
  readonly measurers: readonly (TableMeasurer & { readonly rows: number })[];
}

/** What a check found, for the page. */
export function reportCheck(
  files: readonly (TableFile | UnusableFile)[],
  { open, waived, expired }: Pick<CheckResult, "open" | "waived" | "expired">,
): ReportCheck {
  const names = new Set([...open, ...waived.map(({ finding }) => finding)].map(({ gate }) => gate));
  return {
    tables: files.map((file) => (isUsable(file) ? reportTable(file) : unusableTable(file))),
    gates: gates.filter(({ name }) => names.has(name)).map(({ name, looksFor, todo }) => ({ name, looksFor, todo })),
    findings: open,
    waived: waived.map(({ finding, waiver: { reason, who, until } }) => ({ finding, reason, who, until })),
    expired,
  };
}

function reportTable(file: TableFile): ReportTable {
  return {
    file: file.file,
    kind: file.table.name,
    format: file.format,
    rows: file.table.rows,
    refused: file.refused.length,
    publication: file.facts?.publication ?? attestationOf(file.file),
    measurers: measurersOf(file.table),
  };
}

function unusableTable({ file, reason }: UnusableFile): ReportTable {
  const publication = { state: "unusable", reasons: [reason] };
  return { file, kind: "", format: null, rows: 0, refused: 0, publication, measurers: [] };
}
