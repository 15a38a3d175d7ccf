// Installs what is missing and builds the product; on a machine that has only Node and npm.
// With everything in place it touches no network.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const marker = join(root, "node_modules", ".assay-installed");

/** Runs a program in the repository; ends this process with its exit code when it fails. */
export function must(program, args, environment = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ["ignore", 2, "inherit"],
    env: { ...process.env, ...environment },
  });
  if (status === 0) return;
  process.stderr.write(`${program} ${args.join(" ")} failed${error ? `: ${error.message}` : ""}\n`);
  process.exit(status ?? 1);
}

function installedFor(lock) {
  return existsSync(marker) && readFileSync(marker, "utf8") === lock;
}

/** Runs `npm ci` unless node_modules already belongs to the lock file. */
export function install() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (installedFor(lock)) return;
  process.stderr.write("Installing packages (once)…\n");
  // onnxruntime-node carries its CPU library; its install script would only fetch CUDA binaries.
  must("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { ONNXRUNTIME_NODE_INSTALL: "skip" });
  writeFileSync(marker, lock);
}

/** Builds `dist/`: the modules by tsc, the page by Vite. */
export function build() {
  process.stderr.write("Building…\n");
  rmSync(join(root, "dist"), { recursive: true, force: true });
  must("npx", ["--no-install", "tsc", "-p", "tsconfig.json"]);
  must("npx", ["--no-install", "vite", "build", "--config", "web/vite.config.ts", "--logLevel", "warn"]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install();
  build();
}
