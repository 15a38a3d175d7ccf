import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { ReportCase } from "./report.js";
import type { Source } from "./source.js";

/** The page's source, for views that ask it for more than the picture. */
export const SourceContext = createContext<Source | null>(null);

/** What a source shows, followed as it changes. */
export function usePicture<Shown>(source: Pick<Source, "subscribe"> & { readonly picture: Shown }): Shown {
  const [picture, setPicture] = useState(source.picture);
  useEffect(() => {
    setPicture(source.picture);
    return source.subscribe(() => setPicture(source.picture));
  }, [source]);
  return picture;
}

/** A case that is there, or why it is not; `undefined`: it is on its way. */
export type LoadedCase = ReportCase | Error | undefined;

/** A case with its samples, loaded again when `version` changes; the earlier one is shown until then. */
export function useCase(key: string, version: unknown): LoadedCase {
  const source = useContext(SourceContext);
  const [loaded, setLoaded] = useState<LoadedCase>(() => atOnce(source, key));
  useEffect(() => {
    let isCurrent = true;
    const take = (value: LoadedCase) => {
      if (isCurrent) setLoaded(value);
    };
    void load(source, key).then(take);
    return () => {
      isCurrent = false;
    };
  }, [source, key, version]);
  return loaded;
}

/** A report has its cases at hand, so that its first picture is whole. */
function atOnce(source: Source | null, key: string): LoadedCase {
  if (source?.picture.live !== null) return undefined;
  const found = source.loadCase(key);
  return found instanceof Promise ? undefined : found;
}

async function load(source: Source | null, key: string): Promise<LoadedCase> {
  try {
    return await source?.loadCase(key);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
