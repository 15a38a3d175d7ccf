import { type ChildProcess, spawn } from "node:child_process";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { assayMain, temporaryFolder } from "./assay.js";

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Left out: the right one. */
  readonly token?: string | null;
}

/** `assay serve`, as a process of its own. */
export class ServedPage {
  private constructor(
    readonly child: ChildProcess,
    /** With the token in it. */
    readonly url: string,
    private readonly errors: readonly string[],
  ) {}

  /**
   * Serves a campaign until the test is over.
   * @param stateFolder where addresses are kept; another one for each test, unless it starts a server again
   */
  static async start(
    directory: string,
    stateFolder = temporaryFolder(),
    ...args: readonly string[]
  ): Promise<ServedPage> {
    const child = spawn(process.execPath, [assayMain, "serve", directory, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, XDG_STATE_HOME: join(stateFolder, "state") },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const errors: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
      child.once("close", (code) => reject(new Error(`serve ended with ${code}: ${errors.join("")}`)));
    });
    return new ServedPage(child, url, errors);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get token(): string {
    return new URL(this.url).searchParams.get("token") ?? "";
  }

  get stderr(): string {
    return this.errors.join("");
  }

  /** Asks for a path as it stands, which `fetch` would tidy up. */
  ask(path: string, { headers = {}, method = "GET", token = this.token }: AskOptions = {}): Promise<Answer> {
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    return new Promise((resolve, reject) => {
      const asked = request({
        host: "127.0.0.1",
        port: this.port,
        path,
        method,
        headers: { ...authorization, ...headers },
      });
      asked.on("response", (response) => void read(response).then(resolve, reject));
      asked.on("error", reject);
      asked.end();
    });
  }

  /** Follows the events from a record on. */
  follow(from: number): EventReader {
    return new EventReader(this, from);
  }

  async kill(signal: NodeJS.Signals): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.child.once("close", resolve));
    this.child.kill(signal);
    return ended;
  }
}

/** A server-sent event. */
export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Reads server-sent events as they come. */
export class EventReader {
  readonly events: ServerEvent[] = [];
  readonly status: Promise<number>;
  readonly #asked: ReturnType<typeof request>;

  constructor(page: ServedPage, from: number) {
    const headers = { authorization: `Bearer ${page.token}`, "last-event-id": String(from) };
    this.#asked = request({ host: "127.0.0.1", port: page.port, path: "/api/events", headers });
    this.#asked.on("error", () => {});
    this.status = new Promise((resolve) => {
      this.#asked.on("response", (response) => {
        resolve(response.statusCode ?? 0);
        this.#read(response);
      });
    });
    this.#asked.end();
  }

  close(): void {
    this.#asked.destroy();
  }

  /** Waits until an event is as wanted. */
  async until(wanted: (event: ServerEvent) => boolean): Promise<ServerEvent> {
    for (;;) {
      const found = this.events.find(wanted);
      if (found) return found;
      await pause(10);
    }
  }

  #read(response: IncomingMessage): void {
    let rest = "";
    response.setEncoding("utf8").on("data", (text: string) => {
      const parts = (rest + text).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) this.#add(part);
    });
  }

  #add(part: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(part)?.[1] ?? "";
    if (field("event") !== "") this.events.push({ id: field("id"), event: field("event"), data: field("data") });
  }
}

async function read(response: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString("utf8") };
}
