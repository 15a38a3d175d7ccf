import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { type LiveKind, livePage } from "./live-page.js";
import { keepAddress, knownAddress, type PageAddress } from "./page-address.js";
import { pageApp } from "./page-app.js";

/** What a page shows. */
export interface PageContent {
  readonly kind: LiveKind;
  /** Tells it from other contents, whose pages have other addresses. */
  readonly id: string;
  /** Begins to read it; called once the page has its place. */
  readonly open: () => OpenContent;
}

/** A content that is being read. */
export interface OpenContent {
  readonly addRoutes: (app: Hono) => void;
  /** Rejects where it cannot be read at all. */
  readonly read: Promise<void>;
  readonly close: () => void;
}

export interface PageServerOptions {
  readonly content: PageContent;
  /** `null`: the one of the last time, or any free one. */
  readonly port: number | null;
  readonly onError: (error: Error) => void;
}

/** A page that is being served. */
export interface PageServer {
  /** With the token in it. */
  readonly url: string;
  readonly port: number;
  /** Rejects where its content cannot be read at all. */
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
 * Serves a page on this machine alone.
 * @throws PortTaken, ReportPageError
 */
export async function servePage({ content, port, onError }: PageServerOptions): Promise<PageServer> {
  const page = await livePage(content.kind);
  const known = knownAddress(content.id);
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES });
  server.maxConnections = MAX_CONNECTIONS;
  const chosen = await listen(server, port === null ? [known.port, 0] : [port]);
  const address: PageAddress = { port: chosen, token: known.token };
  keepAddress(content.id, address);
  const { addRoutes, read, close } = content.open();
  const app = pageApp({ page, addRoutes, onError, token: address.token, cookieName: `assay-${chosen}` });
  const answer = getRequestListener(app.fetch);
  server.on("request", (incoming, outgoing) => void answer(incoming, outgoing));
  return {
    url: `http://127.0.0.1:${chosen}/?token=${address.token}`,
    port: chosen,
    read,
    close: () => {
      close();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
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
