import type { RunEvent, RunListener } from "../../campaign/events.js";
import type { CampaignFold } from "../../ledger/fold.js";
import { liveProgress } from "./live-progress.js";
import { plainProgress } from "./plain-progress.js";
import { RunPicture } from "./run-picture.js";

/** Somebody who shows a run while it goes on. */
export interface Progress {
  readonly listener: RunListener;
  /** Takes the picture away; may be called more than once. */
  end(): void;
}

/** Shows a run: a picture that is drawn over on a terminal, plain lines elsewhere. */
export function followRun(fold: CampaignFold, stream: NodeJS.WriteStream): Progress {
  const picture = new RunPicture(fold);
  const show = stream.isTTY ? liveProgress(picture, stream) : plainProgress(picture, stream);
  return {
    listener: (event: RunEvent) => {
      picture.apply(event);
      show.update(event);
    },
    end: () => show.end(),
  };
}
