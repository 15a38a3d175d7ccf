import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay, temporaryFolder } from "./assay.js";
import { campaignText } from "./callback-campaign.js";
import { ServedPage } from "./served-page.js";

const secret = "a file that is nobody's business";
const measured = mkdtempSync(join(tmpdir(), "assay-test-"));

beforeAll(async () => {
  const file = join(measured, "campaign.yaml");
  writeFileSync(file, campaignText({ module: "measuring", callbacks: ["test/noop", "test/noop"] }));
  await assay("run", file, "--dir", join(measured, "campaign"));
});
afterAll(() => rmSync(measured, { recursive: true, force: true }));

/** A folder with a campaign that has run. */
function campaignFolder(): string {
  const directory = join(temporaryFolder(), "campaign");
  cpSync(join(measured, "campaign"), directory, { recursive: true });
  return directory;
}

/** A campaign that has run, and its page. */
async function served(): Promise<{ readonly page: ServedPage; readonly directory: string }> {
  const directory = campaignFolder();
  return { page: await ServedPage.start(directory), directory };
}

/** What a server says to bytes that are sent as they stand. */
async function rawAnswer(page: ServedPage, text: string): Promise<string> {
  const socket = connect(page.port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
  socket.on("error", () => {});
  socket.end(text);
  await once(socket, "close");
  return answer;
}

/** The server still answers whoever may ask. */
async function goesOn(page: ServedPage): Promise<void> {
  expect((await page.ask("/api/overview")).status).toBe(200);
  expect(page.child.exitCode).toBeNull();
}

test("without the token there is nothing, in whatever way a wrong one is given", async () => {
  const { page } = await served();
  const paths = ["/", "/api/overview", "/api/events", "/api/case/0", "/api/log/cpu0-1", "/nothing"];
  for (const [path, token] of paths.flatMap((path) =>
    ["", "wrong", "x".repeat(43)].map((token) => [path, token] as const),
  )) {
    const answers = await Promise.all([
      page.ask(path, { token: null }),
      page.ask(path, { token }),
      page.ask(`${path}?token=${token}`, { token: null }),
      page.ask(path, { token: null, headers: { cookie: `assay-${page.port}=${token}` } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(answers.every(({ text }) => !text.includes("campaign") && !text.includes("assay-data"))).toBe(true);
  }
  await goesOn(page);
});

test("the token in the address becomes a cookie that scripts and other sites do not get", async () => {
  const { page } = await served();
  const entry = await page.ask(`/?token=${page.token}`, { token: null });
  expect(entry.status).toBe(200);
  const [cookie = ""] = entry.headers["set-cookie"] ?? [];
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Strict/i);
  const answer = await page.ask("/api/overview", { token: null, headers: { cookie: cookie.split(";")[0] ?? "" } });
  expect(answer.status).toBe(200);
});

test("a request for another host is refused, though it has the token", async () => {
  const { page } = await served();
  const hosts = [
    "evil.example",
    "evil.example:80",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "10.0.0.1",
    "[::2]",
    "0x7f.1",
  ];
  for (const host of hosts) {
    const answer = await page.ask("/", { headers: { host } });
    expect({ host, status: answer.status }).toEqual({ host, status: 421 });
    const inAddress = await page.ask(`/api/overview?token=${page.token}`, { token: null, headers: { host } });
    expect({ host, status: inAddress.status }).toEqual({ host, status: 421 });
  }
  await goesOn(page);
});

test("a tunnel may have another port, and localhost is this machine", async () => {
  const { page } = await served();
  for (const host of ["127.0.0.1:9000", "localhost", "LOCALHOST:1", "[::1]:8080"]) {
    expect((await page.ask("/api/overview", { headers: { host } })).status).toBe(200);
  }
});

test("an absolute address with another host is refused", async () => {
  const { page } = await served();
  const answer = await page.ask("http://evil.example/api/overview", { headers: { host: `127.0.0.1:${page.port}` } });
  expect(answer.status).toBeOneOf([400, 421]);
  await goesOn(page);
});

describe("a request that another site's page makes", () => {
  const fromElsewhere = { "sec-fetch-site": "cross-site" };

  test("is refused", async () => {
    const { page } = await served();
    const ways = {
      "its origin": { origin: "http://evil.example" },
      "an opaque origin": { origin: "null" },
      "another port's origin": { origin: "http://127.0.0.1:1" },
      "an image": { ...fromElsewhere, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
      "a frame": { ...fromElsewhere, "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
      "another site of this machine": { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" },
    };
    for (const [way, headers] of Object.entries(ways)) {
      const answer = await page.ask("/api/overview", { headers });
      const entry = await page.ask(`/?token=${page.token}`, { token: null, headers });
      expect([way, answer.status, entry.status]).toEqual([way, 403, 403]);
    }
    await goesOn(page);
  });

  test("is let in where it is a link that somebody clicked, with the token in it", async () => {
    const { page } = await served();
    const link = { ...fromElsewhere, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await page.ask(`/?token=${page.token}`, { token: null, headers: link })).status).toBe(200);
    expect((await page.ask("/", { headers: link })).status).toBe(403);
  });

  test("is answered where it is the page's own", async () => {
    const { page } = await served();
    const own = {
      origin: `http://127.0.0.1:${page.port}`,
      host: `127.0.0.1:${page.port}`,
      "sec-fetch-site": "same-origin",
    };
    expect((await page.ask("/api/overview", { headers: own })).status).toBe(200);
  });
});

test("no path leads out of the campaign's folder", async () => {
  const { page, directory } = await served();
  writeFileSync(join(directory, "..", "secret.log"), secret);
  const ups = [
    "..",
    "%2e%2e",
    "%2E%2e",
    "..%2f..",
    "..%5c",
    "....//",
    "%252e%252e",
    "..%00",
    "%c0%ae%c0%ae",
    "logs/..",
  ];
  const paths = ups.flatMap((up) => [
    `/${up}/secret.log`,
    `/api/log/${up}/secret`,
    `/api/log/${up}%2fsecret`,
    `/api/case/${up}/secret.log`,
    `/api/log/${encodeURIComponent(`${up}/secret`)}`,
  ]);
  for (const path of [
    ...paths,
    "/journal.jsonl",
    "/logs/cpu0-1.log",
    "/etc/passwd",
    "//etc/passwd",
    "/api/log//etc/passwd",
  ]) {
    const { status, text } = await page.ask(path);
    expect(status).toBeOneOf([400, 404]);
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/root:|"kind"/);
  }
  await goesOn(page);
});

test("a worker's output is shown, and a symbolic link in its place, or in that of its folder, is not followed", async () => {
  const { page, directory } = await served();
  const logs = join(directory, "logs");
  expect((await page.ask("/api/log/cpu0-1")).status).toBe(200);
  const outside = temporaryFolder();
  mkdirSync(join(outside, "logs"));
  writeFileSync(join(outside, "logs", "cpu0-1.log"), secret);
  rmSync(join(logs, "cpu0-1.log"));
  symlinkSync(join(outside, "logs", "cpu0-1.log"), join(logs, "cpu0-1.log"));
  const linkedFile = await page.ask("/api/log/cpu0-1");
  renameSync(logs, join(outside, "moved"));
  symlinkSync(join(outside, "logs"), logs);
  const linkedFolder = await page.ask("/api/log/cpu0-1");
  for (const { status, text } of [linkedFile, linkedFolder]) {
    expect(status).toBe(404);
    expect(text).not.toContain(secret);
  }
  await goesOn(page);
});

test("a journal that is a symbolic link is not served", async () => {
  const directory = campaignFolder();
  const other = temporaryFolder();
  symlinkSync(join(directory, "journal.jsonl"), join(other, "journal.jsonl"));
  const { exitCode, stderr } = await assay("serve", other);
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/it is a symbolic link, and only plain files/);
});

test("huge and malformed queries are refused or ignored", async () => {
  const { page } = await served();
  const long = "x".repeat(100_000);
  // The server may be gone before the whole of it was sent.
  for (const refused of [page.ask(`/api/overview?${long}`), page.ask("/api/overview", { headers: { cookie: long } })]) {
    expect(
      await refused.then(
        ({ status }) => status,
        ({ code }) => code,
      ),
    ).toBeOneOf([431, "ECONNRESET", "EPIPE"]);
  }
  for (const from of ["-1", "1e3", "NaN", "9".repeat(40), "1;2", "%00", "%E0%A4%A", "0x10", " 1"]) {
    const { status } = await page.ask(`/api/events?from=${encodeURIComponent(from)}`);
    expect({ from, status }).toEqual({ from, status: 400 });
  }
  expect((await page.ask("/api/events?from=%E0%A4%A")).status).toBe(400);
  for (const path of [
    "/api/case/%E0%A4%A",
    "/api/case/%",
    `/api/case/${"0".repeat(8_000)}`,
    "/api/case/<script>",
    "/?a=%&b[]=[[[",
    "/api/overview?token[]=1",
  ]) {
    expect((await page.ask(path)).status).toBeOneOf([200, 400, 404]);
  }
  await goesOn(page);
});

test("what is no HTTP, and methods that would change something, get nowhere", async () => {
  const { page } = await served();
  const query = `/api/overview?token=${page.token}`;
  for (const text of [
    "\u0000\u0001\u0002\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "GET\r\n\r\n",
    `GET ${query} HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`,
    `GET ${query} HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n`,
    `GET ${query} HTTP/1.0\r\n\r\n`,
    `GET ${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  ]) {
    expect(await rawAnswer(page, text)).toMatch(/^(?:HTTP\/1\.1 4\d\d |$)/);
  }
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    expect((await page.ask("/api/overview", { method })).status).toBe(404);
  }
  await goesOn(page);
});

test("every answer forbids whatever the page does not need", async () => {
  const { page } = await served();
  for (const answer of [
    await page.ask("/"),
    await page.ask("/api/overview"),
    await page.ask("/nothing"),
    await page.ask("/", { token: null }),
  ]) {
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    });
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'; connect-src 'self'/,
    );
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  }
});

test("it listens on this machine alone, and keeps its token where nobody else reads it", async () => {
  const directory = campaignFolder();
  const state = temporaryFolder();
  const page = await ServedPage.start(directory, state);
  expect(new URL(page.url).hostname).toBe("127.0.0.1");
  const pages = join(state, "state", "assay", "pages");
  expect(statSync(pages).mode & 0o077).toBe(0);
  const elsewhere = connect(page.port, "::1");
  const [error] = (await once(elsewhere, "error")) as [NodeJS.ErrnoException];
  expect(error.code).toBeOneOf(["ECONNREFUSED", "EADDRNOTAVAIL", "ENETUNREACH", "EAFNOSUPPORT"]);
});
