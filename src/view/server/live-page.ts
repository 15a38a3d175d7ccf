import { createHash } from "node:crypto";
import { builtPageText, withData } from "../report/page.js";

/** The page of a live campaign and the policy that lets just its own code run. */
export interface LivePage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** What a live page shows. */
export type LiveKind = "campaign" | "tables";

/** @throws ReportPageError where the page has not been built */
export async function livePage(kind: LiveKind): Promise<LivePage> {
  const page = await builtPageText();
  const html = withData(page.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ""), { live: kind });
  const policy = [
    "default-src 'none'",
    `script-src ${hashes(html, /<script type="module">(.*?)<\/script>/gs)}`,
    `style-src ${hashes(html, /<style>(.*?)<\/style>/gs)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { html, contentSecurityPolicy: policy.join("; ") };
}

function hashes(html: string, element: RegExp): string {
  const texts = [...html.matchAll(element)].map(([, text = ""]) => text);
  return texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");
}
