import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";

const executablePath = "/usr/bin/chromium";

/** Why browser tests cannot run here; `null` where they can. */
export const noChromium = existsSync(executablePath)
  ? null
  : `${executablePath} is missing (Debian: apt-get install chromium)`;

/** Debian's Chromium without anything that would talk to the network by itself. */
export function launchChromium(): Promise<Browser> {
  const quiet = [
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return chromium.launch({ executablePath, headless: true, args: ["--no-sandbox", "--disable-gpu", ...quiet] });
}

/**
 * Collects what a page should never say: console errors and warnings, uncaught errors, requests beyond the file itself.
 * @param origin of the server that it may ask
 */
export function complaintsOf(page: Page, origin?: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.stack ?? String(error)));
  page.on("request", (request) => {
    const isOwn = origin !== undefined && request.url().startsWith(`${origin}/`);
    if (!isOwn && !/^(file|data):/.test(request.url())) complaints.push(`requests ${request.url()}`);
  });
  return complaints;
}

/** Number of different colours on the canvas that an expression yields, and the share of its pixels that are painted. */
export async function paintOf(
  page: Page,
  index: number,
): Promise<{ readonly colours: number; readonly painted: number }> {
  return page.evaluate(`(() => {
    const canvas = document.querySelectorAll("canvas")[${index}];
    const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    const painted = pixels.filter((pixel) => pixel >>> 24 > 0);
    return { colours: new Set(painted).size, painted: painted.length / pixels.length };
  })()`);
}
