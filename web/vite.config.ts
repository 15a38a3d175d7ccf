import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { leanUplot } from "./lean-uplot.js";

type Bundle = Rolldown.OutputBundle;

/** Puts the script and the styles into the page, so that the report is one file that loads nothing. */
function onePage(): Plugin {
  return {
    name: "assay-one-page",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const page of Object.values(bundle)) {
        if (page.type === "asset" && page.fileName.endsWith(".html"))
          page.source = inlined(String(page.source), bundle);
      }
      for (const name of Object.keys(bundle)) if (!name.endsWith(".html")) delete bundle[name];
    },
  };
}

function inlined(page: string, bundle: Bundle): string {
  return page
    .replace(
      /<link rel="stylesheet"[^>]*?href="\.\/([^"]+)"[^>]*>/g,
      (_, name: string) => `<style>${textOf(bundle, name)}</style>`,
    )
    .replace(/<script type="module"[^>]*?src="\.\/([^"]+)"[^>]*><\/script>/g, (_, name: string) =>
      script(textOf(bundle, name)),
    );
}

function script(code: string): string {
  // `</script` inside a string of the code would end the element.
  return `<script type="module">${code.replaceAll("</script", "<\\/script")}</script>`;
}

function textOf(bundle: Bundle, name: string): string {
  const file = bundle[name];
  if (file === undefined) throw new Error(`the page names ${name}, which the build did not make`);
  return file.type === "chunk" ? file.code : String(file.source);
}

// eslint-disable-next-line import/no-default-export -- Vite reads the default export of its configuration
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  // `h` with children as arguments says the same in less code than the automatic runtime's `children: […]`.
  oxc: {
    jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment", development: false },
    jsxInject: `import { Fragment, h } from "preact";`,
  },
  plugins: [leanUplot(), onePage()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { input: fileURLToPath(new URL("report.html", import.meta.url)) },
  },
});
