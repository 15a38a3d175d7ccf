import { realpathSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { campaignPaths } from "../../campaign/campaign.js";
import { LiveFeed } from "./live-feed.js";
import { livePage } from "./live-page.js";
import { keepAddress, knownAddress, type PageAddress } from "./page-address.js";
import { pageApp } from "./page-app.js";

export interface PageServerOptions {
  /** The campaign's folder. */
  readonly directory: string;
  /** `null`: the one of the last time, or any free one. */
  readonly port: number | null;
  readonly onError: (error: Error) => void;
}

/** A page that is being served. */
export interface PageServer {
  /** With the token in it. */
  readonly url: string;
  readonly port: number;
  /** Rejects where the journal cannot be read at all. */
  readonly read: Promise<void>;
  close(): Promise<void>;
}

/** A port that somebody else uses. */
export class PortTaken extends Error {
  override readonly name = "PortTaken";
  constructor(port: number) {
    super(`port ${port} is in use; choose another one with --port, or leave it out for any free one`);
  }
}

const MAX_CONNECTIONS = 1_000;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Serves the page of a campaign on this machine alone.
 * @throws PortTaken, ReportPageError, FileRefused
 */
export async function servePage({ directory, port, onError }: PageServerOptions): Promise<PageServer> {
  const page = await livePage();
  const folder = realpathSync(directory);
  const known = knownAddress(folder);
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES });
  server.maxConnections = MAX_CONNECTIONS;
  const chosen = await listen(server, port === null ? [known.port, 0] : [port]);
  const address: PageAddress = { port: chosen, token: known.token };
  keepAddress(folder, address);
  const feed = new LiveFeed({ directory, folder, journal: campaignPaths(folder).journal });
  const app = pageApp({ folder, page, feed, onError, token: address.token, cookieName: `assay-${chosen}` });
  const answer = getRequestListener(app.fetch);
  server.on("request", (incoming, outgoing) => void answer(incoming, outgoing));
  return {
    url: `http://127.0.0.1:${chosen}/?token=${address.token}`,
    port: chosen,
    read: firstReading(feed),
    close: () => {
      feed.close();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function firstReading(feed: LiveFeed): Promise<void> {
  const { problem, n } = await feed.campaign();
  if (problem !== null && n === 0) throw problem;
}

/** Listens on the first of some ports that is free. */
async function listen(server: Server, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    if (await listensOn(server, port)) return (server.address() as AddressInfo).port;
  }
  throw new PortTaken(ports[0] ?? 0);
}

function listensOn(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error));
    server.once("error", fail);
    server.listen({ host: "127.0.0.1", port }, () => {
      server.off("error", fail);
      resolve(true);
    });
  });
}
